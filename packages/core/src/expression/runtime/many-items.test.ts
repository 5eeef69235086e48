import fc from "fast-check";
import { expect, test } from "vitest";
import { sortAsTask, TopRows } from "./many-items.ts";
import { defaultLimits, Meter } from "./meter.ts";

const compare = (left: readonly number[], right: readonly number[]) => (left[0] ?? 0) - (right[0] ?? 0);

test("sorting in steps answers what sorting does, equal items in their order", () => {
  const meter = new Meter(defaultLimits, undefined, undefined, { isOver: true, pause: async () => {} });
  let pauses = 0;
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 50 }), { maxLength: 30 }), fc.nat({ max: 6_000 }), (seeds, length) => {
      const items = Array.from({ length }, (_, at) => [
        ((seeds[at % seeds.length] ?? 0) * (at + 7)) % 97,
        at,
      ]);
      const work = sortAsTask(items, compare, meter);
      let step = work.next();
      for (; !step.done; step = work.next()) pauses += 1;
      expect(step.value).toEqual(items.toSorted(compare));
    }),
    { numRuns: 100 },
  );
  expect(pauses).toBeGreaterThan(100);
});

interface Placed {
  readonly value: number;
  readonly position: number;
}

const comparePlaced = (left: Placed, right: Placed) =>
  left.value - right.value || left.position - right.position;

function topOf(rows: readonly Placed[], limit: number): readonly Placed[] {
  const top = new TopRows(limit, comparePlaced);
  for (const row of rows) top.add(row);
  return top.sorted();
}

test("the kept rows are those of a full sort, cut; equal ones keep their order", () => {
  const rows = fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 200 });
  fc.assert(
    fc.property(rows, fc.integer({ min: 0, max: 210 }), (values, limit) => {
      const placed = values.map((value, position) => ({ value, position }));
      const sorted = placed.toSorted((left, right) => left.value - right.value);
      expect(topOf(placed, limit)).toEqual(sorted.slice(0, limit));
    }),
    { numRuns: 1_000 },
  );
});

test("without a limit all rows are kept", () => {
  const placed = [3, 1, 2].map((value, position) => ({ value, position }));
  expect(topOf(placed, Number.POSITIVE_INFINITY).map(({ value }) => value)).toEqual([1, 2, 3]);
});

test("a short top of many rows costs far fewer comparisons than sorting them", () => {
  let compared = 0;
  const counting = (left: Placed, right: Placed) => {
    compared += 1;
    return comparePlaced(left, right);
  };
  const top = new TopRows(10, counting);
  for (let position = 0; position < 100_000; position++)
    top.add({ value: (position * 7_919) % 100_003, position });
  expect(top.sorted()).toHaveLength(10);
  expect(compared).toBeLessThan(110_000);
});
