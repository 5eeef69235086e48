/** What spreadsheets would compute in a CSV file. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { guardCell, unguardCell } from "./csv.ts";

test.each([
  ["=1+1", "'=1+1"],
  ["+49 30", "'+49 30"],
  ["-cmd", "'-cmd"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["\t=1", "'\t=1"],
  ["\r=1", "'\r=1"],
  ["'=1", "''=1"],
  ["-12.5", "-12.5"],
  ["-1 234,50", "-1 234,50"],
  ["a=1", "a=1"],
  ["'tis", "'tis"],
  ["", ""],
])("%j is written as %j", (text, guarded) => {
  expect(guardCell(text)).toBe(guarded);
});

test("what is taken off is what was put on", () => {
  const texts = fc.string({ unit: fc.constantFrom("'", "=", "+", "-", "@", "\t", "\r", "1", ".", "a") });
  fc.assert(fc.property(texts, (text) => unguardCell(guardCell(text)) === text));
});
