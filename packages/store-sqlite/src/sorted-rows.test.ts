import { Meter } from "@tablewright/core/storage";
import type { SqlValue } from "@tablewright/store-sql";
import fc from "fast-check";
import { expect, test } from "vitest";
import { rowOrder, SortedRows } from "./search.ts";

const key = fc.oneof(
  fc.constant(null),
  fc.integer({ min: -3, max: 3 }),
  fc.constantFrom("", "a", "b", "é", "🚢", "\uffff"),
);
const order = [{ descending: false }, { descending: true }].map((one) => ({ ...one, sql: {} as never }));
const compare = rowOrder(order);

test("rows of all windows come in their order, and those that are equal by their slots", () => {
  const rows = fc.array(fc.tuple(key, key), { maxLength: 40 });
  fc.assert(
    fc.property(fc.array(rows, { maxLength: 12 }), fc.option(fc.nat({ max: 60 })), (lists, limit) => {
      let count = 0;
      const numbered = lists.map((list) => list.map((keys): SqlValue[] => [...keys, count++]));
      const sorted = new SortedRows(order, limit ?? Number.POSITIVE_INFINITY);
      for (const list of numbered) sorted.add(list);
      const expected = numbered
        .flat()
        .sort(compare)
        .map((row) => row.at(-1))
        .slice(0, limit ?? undefined);
      const parts = [...sorted.parts(new Meter(), 7)];
      expect(parts.every(({ length }) => length <= 7)).toBe(true);
      expect(parts.flat().map(([number]) => number)).toEqual(expected);
    }),
  );
});
