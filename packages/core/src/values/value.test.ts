import { expect, test } from "vitest";
import { readYesNo } from "./value.ts";

test.each([
  ["Y", true],
  ["yes", true],
  ["TRUE", true],
  ["1", true],
  ["n", false],
  ["No", false],
  ["false", false],
  ["0", false],
  [" Yes ", true],
  ["", null],
  ["on", null],
  ["2", null],
  ["yesyes", null],
  [`y${" ".repeat(1_000_000)}`, null],
])("%j reads as %s", (text, expected) => {
  expect(readYesNo(text)).toBe(expected);
});
