import fc from "fast-check";
import { expect, test } from "vitest";
import { toCanonical } from "../../values/index.ts";
import { firstEqual, firstGreater, nextDouble } from "./bounded-comparison.ts";

const decimals = fc.oneof(
  fc
    .tuple(fc.integer({ min: -(10 ** 6), max: 10 ** 6 }), fc.integer({ min: -12, max: 12 }))
    .map(([n, e]) => n * 10 ** e),
  fc.double({ min: -1e190, max: 1e190, noNaN: true }),
  fc.maxSafeInteger(),
  fc.integer({ min: -150, max: 150 }).map((exponent) => 10 ** exponent),
);

test("the ends of the range of equal numbers are exact", () => {
  fc.assert(
    fc.property(decimals, (number) => {
      const middle = toCanonical(number);
      const first = firstEqual(middle);
      const greater = firstGreater(middle);
      if (first === undefined || greater === undefined) return;
      expect(toCanonical(first)).toBe(middle);
      expect(toCanonical(-nextDouble(-first))).toBeLessThan(middle);
      expect(toCanonical(greater)).toBeGreaterThan(middle);
      expect(toCanonical(-nextDouble(-greater))).toBe(middle);
    }),
    { numRuns: 5_000 },
  );
});

test.each([0, 1, -1, 0.1, 1e15, -1e-9, 2 ** 53, 1e-310])(
  "nothing lies between %d and its next double",
  (x) => {
    const next = nextDouble(x);
    expect(next).toBeGreaterThan(x);
    expect([x, next]).toContain(x + (next - x) / 2);
  },
);
