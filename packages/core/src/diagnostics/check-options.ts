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

/** Throws a TypeError where a program hands in something else than a text. */
export function checkText(caller: string, what: string, given: unknown): void {
  if (typeof given !== "string")
    throw new TypeError(`${caller} takes ${what} as a text, and was given ${kindInWords(given)}.`);
}

/** Throws a TypeError where a program hands in something else than a list. */
export function checkList(caller: string, what: string, given: unknown): void {
  if (!Array.isArray(given))
    throw new TypeError(`${caller} takes a list of ${what}, and was given ${kindInWords(given)}.`);
}

/** Throws a TypeError that says what an option is, where it is something else. */
export function expectForm(
  holds: boolean,
  caller: string,
  option: string,
  expected: string,
  given: unknown,
): void {
  if (holds) return;
  const shown =
    typeof given === "string"
      ? JSON.stringify(given)
      : typeof given === "number"
        ? given
        : kindInWords(given);
  throw new TypeError(`${caller} takes "${option}" as ${expected}, and was given ${shown}.`);
}

/** Whether a value is an object with members by name, and no list. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** `a list`, `undefined`; of a proxy that was revoked, an object. */
export function kindInWords(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (typeof value !== "object") return `a ${typeof value}`;
  try {
    return Array.isArray(value) ? "a list" : "an object";
  } catch {
    return "an object";
  }
}
