import fc from "fast-check";
import { expect, test } from "vitest";
import { NONE, NumberTable } from "./number-table.ts";

const key = fc.oneof(
  fc.integer({ min: -20, max: 20 }),
  fc.maxSafeInteger(),
  fc.nat({ max: 40 }).map((at) => at * 2 ** 32),
  fc.nat({ max: 40 }).map((at) => at * 2 ** 26),
);
const step = fc.tuple(fc.constantFrom("enter", "replace", "take away"), key, fc.integer({ min: -9, max: 9 }));

test("has what a map has, whatever is entered, replaced and taken away", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
      const table = new NumberTable();
      const map = new Map<number, number>();
      for (const [kind, one, value] of steps) {
        const before = map.get(one);
        if (kind === "enter") {
          expect(table.enter(one, value)).toBe(before ?? NONE);
          map.set(one, before ?? value);
        } else if (before !== undefined) {
          table.replace(one, kind === "replace" ? value : NONE);
          if (kind === "replace") map.set(one, value);
          else map.delete(one);
        }
      }
      for (const [, one] of steps) expect(table.get(one)).toBe(map.get(one) ?? NONE);
    }),
  );
});

test("keys in a row, multiples of a power of two and long ones keep apart", () => {
  const table = new NumberTable();
  const keys = Array.from({ length: 30_000 }, (_, at) => [at, at * 2 ** 16 + 7, at * 2 ** 32 + 1]).flat();
  const entered = new Map(keys.map((one, at) => [one, at]));
  for (const [one, at] of entered) table.enter(one, at);
  expect([...entered].every(([one, at]) => table.get(one) === at)).toBe(true);
  expect(table.get(2 ** 52)).toBe(NONE);
});
