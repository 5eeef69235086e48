import { describe, expect, test } from "vitest";
import { rowsOfSheet } from "./rows-of-sheet.ts";

test("the first row names columns, and the others are cells of JSON with their places", () => {
  const noon = new Date("1899-12-30T12:00:00Z");
  const day = new Date("2026-03-04T00:00:00Z");
  const rows = rowsOfSheet([
    ["Name", "Day", null],
    ["tea", day, null],
    [null, null, null],
    [1.5, noon, true],
  ]);
  expect(rows).toEqual({
    headers: ["Name", "Day"],
    rows: [
      { line: 2, cells: ["tea", "2026-03-04"] },
      { line: 4, cells: [1.5, "12:00:00", true] },
    ],
  });
});

test("a sheet without rows has none", () => {
  expect(rowsOfSheet([])).toEqual({ headers: [], rows: [] });
});

describe("a cell", () => {
  test.each<[string, string | number | boolean | Date, unknown]>([
    ["a time of day", new Date("1899-12-30T23:59:58.7Z"), "23:59:59"],
    ["a span of more than a day", new Date("1899-12-31T06:00:00Z"), "30:00:00"],
    ["a span of weeks", new Date("1900-01-29T16:00:01Z"), "736:00:01"],
    ["a span below zero", new Date("1899-12-29T22:30:00Z"), "-01:30:00"],
    ["the first date", new Date("1900-03-01T00:00:00Z"), "1900-03-01"],
    ["a moment", new Date("2026-03-04T13:45:30.4Z"), "2026-03-04T13:45:30"],
    ["a binary fraction", 0.1 + 0.2, 0.3],
    ["a fraction below zero", -1.005, -1.005],
    ["a small one", 2e-9 / 3, 6.66666666666667e-10],
    ["a long whole number", 1_234_567_890_123_456, 1_234_567_890_123_456],
  ])("%s", (_, cell, json) => {
    expect(rowsOfSheet([["Name"], [cell]]).rows).toEqual([{ line: 2, cells: [json] }]);
  });
});
