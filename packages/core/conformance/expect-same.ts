import { isDeepStrictEqual } from "node:util";
import { expect } from "vitest";

/** As `expect(actual).toEqual(expected)`, which takes longer than an evaluation, and is asked for its message alone. */
export function expectSame(actual: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual).toEqual(expected);
}
