import { suggest } from "./suggest.ts";

/** All members of an options type, so that a new one cannot be forgotten here. */
export type OptionsOf<Options> = { readonly [Name in keyof Required<Options>]: unknown };

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

/**
 * What a member of an object of a program may be, and how that is said; or what throws for another value. Undefined for one that is
 * checked elsewhere.
 */
export type Form =
  | readonly [isOf: (value: unknown) => boolean, expected: string]
  | ((value: unknown) => void)
  | undefined;

export type Forms<Options> = { readonly [Name in keyof Required<Options>]: Form };

/** A member that is checked elsewhere. */
export const ANY = undefined;

/** A member that may be left out. */
export function ifGiven(isOf: (value: unknown) => boolean, expected: string): Form {
  return [(value) => value === undefined || isOf(value), expected];
}

/** One of some words, which may be left out. */
export function oneOfWords(...words: readonly string[]): Form {
  const expected = words.map((word) => `"${word}"`).join(" or ");
  return ifGiven((value) => words.some((word) => word === value), expected);
}

/** Throws a TypeError for an object of a program with an unknown member, or with a member of another form. */
export function checkForms<Options extends object>(
  caller: string,
  options: Options,
  forms: Forms<Options>,
): void {
  checkOptions(caller, options, forms);
  // Each call is checked: a list of the forms for each would cost more than all of them.
  for (const name in forms) {
    const form: Form = forms[name];
    if (form === undefined) continue;
    const given: unknown = options[name];
    if (typeof form === "function") form(given);
    else if (!form[0](given)) throw new TypeError(otherForm(caller, name, form[1], given));
  }
}

function otherForm(caller: string, option: string, expected: string, given: unknown): string {
  const shown =
    typeof given === "string"
      ? JSON.stringify(given)
      : typeof given === "number"
        ? given
        : kindInWords(given);
  return `${caller} takes "${option}" as ${expected}, and was given ${shown}.`;
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

/** The members that have a value. */
export function present<T extends object>(members: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  const given = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as ReturnType<typeof present<T>>;
}
