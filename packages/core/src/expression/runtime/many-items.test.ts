import fc from "fast-check";
import { expect, test } from "vitest";
import { sortAsTask } from "./many-items.ts";
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
