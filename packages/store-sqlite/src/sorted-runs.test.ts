import type { SqlValue } from "@tablewright/store-sql";
import fc from "fast-check";
import { expect, test } from "vitest";
import { rowOrder, SortedRuns } from "./sorted-runs.ts";

const key = fc.oneof(
  fc.constant(null),
  fc.integer({ min: -3, max: 3 }),
  fc.constantFrom("", "a", "b", "é", "🚢", "\uffff"),
);
const order = [{ descending: false }, { descending: true }].map((one) => ({ ...one, sql: {} as never }));
const compare = rowOrder(order);

test("rows of all runs come in their order, and those that are equal in that of the runs", () => {
  const rows = fc.array(fc.tuple(key, key), { maxLength: 40 });
  fc.assert(
    fc.property(fc.array(rows, { maxLength: 12 }), fc.option(fc.nat({ max: 60 })), (lists, limit) => {
      let count = 0;
      const numbered = lists.map((list) => list.map((keys): SqlValue[] => [...keys, count++]));
      const runs = new SortedRuns({ order }, limit ?? Number.POSITIVE_INFINITY);
      for (const list of numbered) runs.add(list.map((row) => [...row]).sort(compare));
      const expected = numbered
        .flat()
        .sort(compare)
        .map((row) => row.at(-1))
        .slice(0, limit ?? undefined);
      expect([...runs.parts()].flat().map(([number]) => number)).toEqual(expected);
    }),
  );
});

test("however many rows there are, they come some at a time", () => {
  const runs = new SortedRuns({ order: order.slice(0, 1) });
  for (let run = 0; run < 30; run++)
    runs.add(Array.from({ length: 5_000 }, (_, at): SqlValue[] => [at, run * 5_000 + at]));
  const parts = [...runs.parts()];
  expect(parts.every(({ length }) => length <= 1_000)).toBe(true);
  expect(parts.flat().map(([number]) => number)).toEqual(
    Array.from({ length: 150_000 }, (_, at) => (at % 30) * 5_000 + Math.floor(at / 30)),
  );
});
