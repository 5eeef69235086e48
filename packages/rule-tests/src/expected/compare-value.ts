import { isDeepStrictEqual } from "node:util";
import type { Path } from "@tablewright/core";
import type { ExpectedCellShape, ExpectedValueShape } from "../read/rule-test-shape.ts";

/** One expectation that does not hold: where it is in the test file, what was expected and what there is. */
export interface Mismatch {
  readonly path: Path;
  readonly message: string;
  readonly expected?: string;
  readonly actual?: string;
}

/** A value in a message, cut where it is long. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}

const LONGEST = 400;

/** Compares a cell or a text with what is expected of it: a value, which may be an object, what it contains, or what it is not. */
export function compareValue(
  path: Path,
  expected: ExpectedValueShape | ExpectedCellShape,
  actual: unknown,
): readonly Mismatch[] {
  if (!hasMembers(expected) || !isMatcher(expected)) {
    if (isEqual(expected, actual)) return [];
    return [{ path, message: "The value is another one.", expected: shown(expected), actual: shown(actual) }];
  }
  const { contains, not } = expected as Matcher;
  const mismatches: Mismatch[] = [];
  if (contains !== undefined && !isContained(contains, actual))
    mismatches.push({
      path: [...path, "contains"],
      message: "The value does not contain this.",
      expected: shown(contains),
      actual: shown(actual),
    });
  if (not !== undefined && compareValue(path, not, actual).length === 0)
    mismatches.push({
      path: [...path, "not"],
      message: "The value is what it should not be.",
      expected: `not ${shown(not)}`,
      actual: shown(actual),
    });
  return mismatches;
}

type Matcher = Extract<ExpectedValueShape, { readonly contains?: unknown; readonly not?: unknown }>;

/** Whether an object is no value but says what one contains or is not. */
export function isMatcher(expected: Readonly<Record<string, unknown>>): boolean {
  const names = Object.keys(expected);
  return names.length > 0 && names.every((name) => name === "contains" || name === "not");
}

export function hasMembers(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A blank is written as null, as an empty text or as an empty list. */
function isEqual(expected: unknown, actual: unknown): boolean {
  return isDeepStrictEqual(blankAsNull(expected), blankAsNull(actual));
}

function blankAsNull(value: unknown): unknown {
  const isBlank = value === "" || value === undefined || (Array.isArray(value) && value.length === 0);
  return isBlank ? null : value;
}

/** A text holds another, a list an item. */
function isContained(part: unknown, actual: unknown): boolean {
  if (Array.isArray(actual)) return actual.some((item) => isEqual(part, item));
  return actual !== null && actual !== undefined && String(actual).includes(String(part));
}
