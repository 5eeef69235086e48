import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PaperDecimal } from "../../../conformance/paper-decimal.ts";
import { DecimalSum, exactSum } from "./decimal-sum.ts";

const decimals = fc
  .tuple(
    fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 }),
    fc.oneof(fc.integer({ min: 0, max: 15 }), fc.integer({ min: -60, max: 60 })),
  )
  .map(([units, scale]) => ({ units, scale, value: Number(`${units}e${-scale}`) }));
const cents = fc
  .integer({ min: -1_000_000, max: 1_000_000 })
  .map((units) => ({ units, scale: 2, value: units / 100 }));

describe("exactSum", () => {
  test.each([
    [[], 0],
    [[0.1, 0.2], 0.3],
    [[0.1 + 0.2, -0.3], 0],
    [Array<number>(1_000_000).fill(0.01), 10_000],
    [Array<number>(3000).fill(999_999_999.99), 2_999_999_999_970],
    [[1e20, 1, -1e20], 1],
    [[1e300, 1e-300, -1e300], 1e-300],
    [[Number.MAX_SAFE_INTEGER, 1, -1], Number.MAX_SAFE_INTEGER],
    [[Number.MAX_VALUE, Number.MAX_VALUE], Number.POSITIVE_INFINITY],
    [[-0], 0],
    [[1, Number.NaN], Number.NaN],
  ])("case %#", (values, expected) => {
    expect(exactSum(values)).toBe(expected);
  });

  test("is the exact decimal sum at 15 digits, in any order", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(decimals, cents), { maxLength: 40 }), (addends) => {
        const units = addends.reduce(
          (sum, addend) => sum + BigInt(addend.units) * 10n ** BigInt(60 - addend.scale),
          0n,
        );
        const exact = new PaperDecimal(units, 60).rounded().toNumber();
        const values = addends.map((addend) => addend.value);
        expect(exactSum(values)).toBe(exact);
        expect(exactSum([...values].reverse())).toBe(exact);
        expect(exactSum([...values].sort((a, b) => a - b))).toBe(exact);
      }),
      { numRuns: 1000 },
    );
  });

  test("does not depend on the order for any doubles", () => {
    const doubles = fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { maxLength: 20 });
    fc.assert(
      fc.property(doubles, (values) => {
        expect(exactSum([...values].reverse())).toBe(exactSum(values));
      }),
    );
  });

  test("a running sum tells its total at any time", () => {
    const sum = new DecimalSum();
    const totals = [0.1, 0.7, 1 / 3, 1e18].map((value) => {
      sum.add(value);
      return sum.total();
    });
    expect(totals).toEqual([0.1, 0.8, 1.13333333333333, 1e18]);
  });
});
