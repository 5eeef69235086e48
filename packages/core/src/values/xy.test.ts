import { expect, test } from "vitest";
import { readXY, writeXY, xOf, yOf } from "./points.ts";

test.each([
  ["50, 25", "50.00, 25.00"],
  ["0,100", "0.00, 100.00"],
  ["12.345, 1.004", "12.35, 1.00"],
  ["-1, 0", null],
  ["0, 100.5", null],
  ["50", null],
  ["", null],
])("%j is %j", (text, expected) => {
  expect(readXY(text)).toBe(expected);
});

test("parts of a canonical text", () => {
  expect([xOf(writeXY(50, 25.5)), yOf(writeXY(50, 25.5))]).toEqual([50, 25.5]);
});
