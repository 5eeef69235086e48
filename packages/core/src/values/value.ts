/**
 * What a cell or an expression holds at run time, untagged: the static type says what a number or a text means.
 * Date is a day number, Time seconds of the day, DateTime wall-clock seconds since 1970, Duration seconds;
 * blank is `null` for every type, and an empty text is blank.
 */
export type Value = string | number | boolean | null | readonly Value[];

/** What goes in and out of the engine: the written forms of values, and the objects that requests are made of. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };

/** The separator of the items of a list when it is written as text. */
export const LIST_SEPARATOR = " , ";

/** Y, N, Yes, No, TRUE, FALSE, 1 or 0 in any case, blanks around it allowed; null for anything else. */
export function readYesNo(text: string): boolean | null {
  if (text.length > 64) return null;
  return YES_NO.get(text.trim().toLowerCase()) ?? null;
}

const YES_NO = new Map<string, boolean>([
  ["y", true],
  ["yes", true],
  ["true", true],
  ["1", true],
  ["n", false],
  ["no", false],
  ["false", false],
  ["0", false],
]);
