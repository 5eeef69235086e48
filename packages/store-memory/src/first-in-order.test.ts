import fc from "fast-check";
import { expect, test } from "vitest";
import { firstInOrder } from "./first-in-order.ts";

test("any limit gives the start of the sorted whole", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 60 }),
      fc.nat({ max: 70 }),
      (values, limit) => {
        const compare = (left: number, right: number) =>
          (values[left] as number) - (values[right] as number) || left - right;
        const whole = [...values.keys()].sort(compare);
        expect(firstInOrder(values.length, limit, compare)).toEqual(whole.slice(0, limit));
      },
    ),
    { numRuns: 500 },
  );
});
