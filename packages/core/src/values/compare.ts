import { toCanonical } from "./numbers/decimal.ts";
import { compareCodePoints, compareText, foldText } from "./text.ts";
import type { Value } from "./value.ts";

/** Types whose values are equal and ordered in the same way; a Ref belongs to the family of its key. */
export type Family =
  | "text"
  | "number"
  | "yes/no"
  | "date"
  | "time"
  | "datetime"
  | "duration"
  | "point"
  | "list"
  /** The members of an object, by their places. */
  | "object";

/** The one equality: blank equals only blank, text ignores case, numbers are equal to 15 significant digits. */
export function equalValues(a: Value, b: Value, family: Family): boolean {
  if (a === b) return true;
  if (a === null || b === null) return false;
  return COMPARED_INSIDE.has(family) && compareItems(a, b) === 0;
}

/** Families whose equal values may be held differently. */
const COMPARED_INSIDE: ReadonlySet<Family> = new Set<Family>(["number", "text", "list", "object"]);

/** The one order, total: blanks first, FALSE before TRUE, lists item by item. Negative, zero or positive. */
export function compareValues(a: Value, b: Value, family: Family): number {
  if (a === b) return 0;
  if (a === null) return -1;
  if (b === null) return 1;
  if (family === "point") return compareCodePoints(String(a), String(b));
  return compareItems(a, b);
}

/** Whether two keys name the same record: exact, case included. */
export function sameKey(a: Value, b: Value): boolean {
  return a === b;
}

/** A key for hash tables: the same for two values exactly when `equalValues` holds for them. */
export function hashOf(value: Value, family: Family): string | number | boolean | null {
  if (typeof value === "object") return value === null ? null : JSON.stringify(value.map(hashOfItem));
  if (typeof value === "string") return family === "point" ? value : foldText(value);
  return typeof value === "number" ? toCanonical(value) : value;
}

type Hash = string | number | boolean | null | readonly Hash[];

function hashOfItem(item: Value): Hash {
  if (typeof item === "object") return item === null ? null : item.map(hashOfItem);
  if (typeof item === "string") return foldText(item);
  return typeof item === "number" ? toCanonical(item) : item;
}

/** Order by what the values are at run time; the items of a list carry no static type of their own. */
function compareItems(a: Value, b: Value): number {
  if (typeof a === "number" && typeof b === "number") return compareNumbers(a, b);
  if (typeof a === "string" && typeof b === "string") return compareText(a, b);
  if (typeof a === "boolean" && typeof b === "boolean") return Number(a) - Number(b);
  if (Array.isArray(a) && Array.isArray(b)) return compareLists(a, b);
  return rankOf(a) - rankOf(b);
}

/** Two numbers that differ by more than this share of the larger one are different at 15 digits; nearer ones need a closer look. */
export const NEAR = 2e-14;

/** Numbers further apart than the 15th digit are in order as they are; only close ones have to be made canonical. */
function compareNumbers(a: number, b: number): number {
  const difference = a - b;
  if (Math.abs(difference) > Math.max(Math.abs(a), Math.abs(b)) * NEAR) return difference;
  return toCanonical(a) - toCanonical(b);
}

function compareLists(a: readonly Value[], b: readonly Value[]): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const order = compareItems(a[index] as Value, b[index] as Value);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

/** Order of values of different kinds: only a list can mix them, and its order must still be total. */
function rankOf(value: Value): number {
  if (value === null) return 0;
  if (typeof value === "object") return 4;
  return typeof value === "boolean" ? 1 : typeof value === "number" ? 2 : 3;
}
