import { suggest } from "./suggest.ts";

/** All members of an options type, so that a new one cannot be forgotten here. */
export type OptionsOf<Options> = { readonly [Name in keyof Required<Options>]: true } & Readonly<
  Record<string, true>
>;

/**
 * Throws a TypeError for options of a program that are no object, or name what there is not: an option that is passed over
 * silently does not do what its author meant.
 */
export function checkOptions<Options extends object>(
  caller: string,
  options: Options,
  known: OptionsOf<Options>,
): void {
  if (typeof options !== "object" || options === null || Array.isArray(options))
    throw new TypeError(`${caller} takes its options as an object.`);
  for (const name of Object.keys(options)) {
    if (Object.hasOwn(known, name)) continue;
    const meant = suggest(name, Object.keys(known));
    const hint = meant === undefined ? "" : ` Did you mean "${meant}"?`;
    throw new TypeError(`${caller} has no option "${name}".${hint}`);
  }
}
