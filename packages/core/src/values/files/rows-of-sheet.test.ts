import { expect, test } from "vitest";
import { rowsOfSheet } from "./rows-of-sheet.ts";

test("the first row names columns, and the others are cells of JSON with their places", () => {
  const noon = new Date("1899-12-31T12:00:00Z");
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
