import { expect, test } from "vitest";
import { readRange } from "./simple-checks.ts";

test.each<[string, string, string]>([
  ["price >= 0", "price", ">=0"],
  ["(price > (0)::numeric)", "price", ">0"],
  ["rental_rate > 0::numeric(4,2)", "rental_rate", ">0"],
  ["temperature >= '-40'::integer", "temperature", ">=-40"],
  ['"Unit Price" <= 9.5', "Unit Price", "<=9.5"],
  ["stars between 1 and 5", "stars", ">=1 <=5"],
  ["stars >= 1 AND stars <= 5", "stars", ">=1 <=5"],
  ["5 > x and 0 <= x", "x", "<5 >=0"],
  ["x is null or x > -3", "x", ">-3"],
  ["x > 3 or x is null", "x", ">3"],
])("%s", (check, column, bounds) => {
  const range = readRange(check);
  expect(range?.column).toBe(column);
  expect(range?.bounds.map(({ sign, value }) => sign + value).join(" ")).toBe(bounds);
});

test.each([
  "x > y",
  "x > 1 or x < 0",
  "x > 1 and y < 2",
  "x > 1 or y is null",
  "x not between 1 and 2",
  "not x > 1",
  "x > 1 + 1",
  "-x > 1",
  "abs(x) > 1",
  "x between 1 and 2 and 3",
  "x > 'a'",
  "x = 1",
  "x::text >= '5'::text",
  "1 < 2",
  "0 < x < 5",
  "x is null",
  "",
])("%s has no range", (check) => {
  expect(readRange(check)).toBeUndefined();
});
