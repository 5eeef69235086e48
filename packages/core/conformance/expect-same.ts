import { isDeepStrictEqual } from "node:util";
import { expect } from "vitest";
import { ExpressionError } from "../src/expression/index.ts";
import type { JsonValue } from "../src/values/index.ts";
import type { ConformanceCase } from "./conformance-case.ts";

/** As `expect(actual).toEqual(expected)`, which takes longer than an evaluation, and is asked for its message alone. */
export function expectSame(actual: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual).toEqual(expected);
}

/** Fails unless the answer is one that the case allows. */
export function expectAnswer(one: ConformanceCase, answer: JsonValue): void {
  if (one.pattern !== undefined) expect(String(answer)).toMatch(new RegExp(one.pattern, "u"));
  else if (one.oneOf !== undefined) expect(one.oneOf.some((choice) => isSame(answer, choice))).toBe(true);
  else if (!isSame(answer, one.expect ?? null)) expect(answer).toEqual(one.expect);
}

function isSame(answer: JsonValue, expected: JsonValue): boolean {
  if (typeof answer === "number" && typeof expected === "number") {
    return Math.abs(answer - expected) <= Math.max(1e-12, Math.abs(expected) * 1e-9);
  }
  if (Array.isArray(answer) && Array.isArray(expected)) {
    return answer.length === expected.length && answer.every((item, index) => isSame(item, expected[index]));
  }
  return answer === expected;
}

/** What a caller of the public face gets: a value, or the code of an error. */
export type Outcome<T> = { readonly value: T } | { readonly error: string };

/** Whatever is thrown but `ExpressionError` is thrown on. */
export function outcome<T>(run: () => T): Outcome<T> {
  try {
    return { value: run() };
  } catch (thrown) {
    if (!(thrown instanceof ExpressionError)) throw thrown;
    return { error: thrown.code };
  }
}
