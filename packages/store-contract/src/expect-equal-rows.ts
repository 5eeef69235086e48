import { isDeepStrictEqual } from "node:util";
import { expect } from "vitest";

/** `toEqual` for many rows, which takes a tenth of the time where they are equal. */
export function expectEqualRows(actual: readonly unknown[], expected: readonly unknown[]): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual).toEqual(expected);
}
