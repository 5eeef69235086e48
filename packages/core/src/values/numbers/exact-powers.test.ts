import fc from "fast-check";
import { expect, test } from "vitest";
import { toCanonical } from "./decimal.ts";
import { exponentialOf, logarithmIn, logarithmOf, powerOf } from "./exact-powers.ts";

/** Of which a double has another 15th digit; computed with 70 digits by another program. */
test.each([
  ["ln", logarithmOf, [0.002159097], -6.1380652002512],
  ["ln", logarithmOf, [0.461], -0.774357235985489],
  ["ln", logarithmOf, [9.1018132], 2.20847364642186],
  ["ln", logarithmOf, [0.95], -0.0512932943875505],
  ["log", logarithmIn, [10, 0.00139], -2.8569851997459],
  ["log", logarithmIn, [10, 6.288], 0.798512533031351],
  ["log", logarithmIn, [10, 15723.5], 4.19654922500474],
  ["exp", exponentialOf, [-49.06], 4.93756377139304e-22],
  ["exp", exponentialOf, [33.8], 477698071851695],
  ["exp", exponentialOf, [13], 442413.392008921],
  ["power", powerOf, [822300.3, -2.72], 8.14924133795143e-17],
  ["power", powerOf, [858262.8, 1.68], 9299981524.28036],
  ["power", powerOf, [21.36196, -1.93], 0.00271514283758638],
  ["power", powerOf, [181.005, 3], 5930232.42857513],
  ["power", powerOf, [0.00001, 2.6], 1e-13],
  ["power", powerOf, [-181.005, 3], -5930232.42857513],
] as const)("%s %# has the 15 digits of the exact result", (_, compute, numbers, expected) => {
  expect(toCanonical((compute as (...of: readonly number[]) => number)(...numbers))).toBe(expected);
});

test.each([
  [logarithmOf(0), Number.NEGATIVE_INFINITY],
  [logarithmOf(-1), Number.NaN],
  [logarithmOf(1), 0],
  [logarithmIn(5, 125), 3],
  [logarithmIn(10, 1e-20), -20],
  [exponentialOf(0), 1],
  [exponentialOf(1_000), Number.POSITIVE_INFINITY],
  [exponentialOf(-1_000), 0],
  [powerOf(0, -1), Number.POSITIVE_INFINITY],
  [powerOf(0, 0), 1],
  [powerOf(-1, 0.5), Number.NaN],
  [powerOf(4, 0.5), 2],
  [powerOf(1e200, 2), Number.POSITIVE_INFINITY],
])("a bound: %d is %d", (result, expected) => expect(toCanonical(result)).toBe(expected));

const decimal = fc
  .tuple(fc.integer({ min: 1, max: 999_999_999 }), fc.integer({ min: 0, max: 9 }))
  .map(([units, scale]) => Number(`${units}e${-scale}`));

test("a result differs from that of a double only in its last digits", () => {
  fc.assert(
    fc.property(decimal, fc.integer({ min: -300, max: 300 }), (x, hundredths) => {
      const exponent = hundredths / 100;
      for (const [result, double] of [
        [logarithmOf(x), Math.log(x)],
        [powerOf(x, exponent), x ** exponent],
        [exponentialOf(exponent * 7), Math.exp(exponent * 7)],
      ] as const) {
        const least = Math.abs(double) * 1e-13 + 1e-15;
        expect(Math.abs(result - double)).toBeLessThanOrEqual(least);
      }
    }),
  );
});
