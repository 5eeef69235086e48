import { expect, test } from "vitest";
import { ColumnIndex } from "./column-index.ts";

test("values are found by the language's equality", () => {
  const index = new ColumnIndex(0, "text");
  for (const [slot, value] of ["a", "B", "A", null, "b"].entries()) index.add(value, slot);
  expect(index.slotsOf("A")).toEqual([0, 2]);
  expect(index.slotsOf("b")).toEqual([1, 4]);
  expect(index.slotsOf(null)).toEqual([3]);
  expect(index.slotsOf("c")).toEqual([]);
});

test("slots come ascending and once, however they were added", () => {
  const index = new ColumnIndex(0, "number");
  for (const slot of [5, 9, 2, 5, 7]) index.add(1, slot);
  expect(index.countOf(1)).toBe(5);
  expect(index.slotsOf(1)).toEqual([2, 5, 7, 9]);
  index.add(1, 3);
  expect(index.slotsOf(1)).toEqual([2, 3, 5, 7, 9]);
});

test("a fork that is given up leaves no trace in the next one when it takes back what it added", () => {
  const first = new ColumnIndex(0, "number");
  first.add(1, 0);
  first.add(1, 1);
  const abandoned = first.fork();
  for (const slot of [2, 3, 4]) abandoned.add(1, slot);
  for (const slot of [4, 3, 2]) abandoned.takeBack(1, slot, 2);
  const second = first.fork();
  second.add(1, 20);
  const third = second.fork();
  third.add(1, 30);
  expect(first.slotsOf(1)).toEqual([0, 1]);
  expect(second.slotsOf(1)).toEqual([0, 1, 20]);
  expect(third.slotsOf(1)).toEqual([0, 1, 20, 30]);
  expect(third.isExact).toBe(true);
});

test("an older version sees no slot that it does not have, and knows when a row has got another value", () => {
  const older = new ColumnIndex(0, "number");
  older.add(1, 0);
  older.add(2, 1);
  const newer = older.fork();
  newer.add(1, 2);
  expect(older.slotsOf(1)).toEqual([0]);
  expect(older.isExact).toBe(true);
  newer.add(2, 0);
  expect(newer.slotsOf(2)).toEqual([0, 1]);
  expect(older.slotsOf(2)).toEqual([0, 1]);
  expect(older.isExact).toBe(false);
});
