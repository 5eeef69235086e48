import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { finiteOrBlank, roundToScale, significantDigits, toCanonical, writePlainNumber } from "./decimal.ts";

const anyFinite = fc.double({ noNaN: true, noDefaultInfinity: true });
const everyday = fc.double({ noNaN: true, min: -1e12, max: 1e12 });
const quotients = fc
  .tuple(fc.integer({ min: -1_000_000, max: 1_000_000 }), fc.integer({ min: 1, max: 5000 }))
  .map(([a, b]) => a / b);
const numbers = fc.oneof(anyFinite, everyday, quotients);

describe("toCanonical", () => {
  test.each([
    [0.1 + 0.2, 0.3],
    [(1 / 3) * 3, 1],
    [1 - 1e-16, 1],
    [1.1 * 1.1, 1.21],
    [4.35 * 100, 435],
    [1 / 3, 0.333333333333333],
    [2 / 3, 0.666666666666667],
    [-0, 0],
    [-1e-300, -1e-300],
    [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
    [999_999_999.999_999_9, 1e9],
    [1e22 + 2 ** 22, 1e22],
    [Number.MAX_VALUE, Number.MAX_VALUE],
  ])("%d is %d", (x, expected) => {
    expect(toCanonical(x)).toBe(expected);
  });

  test("is the rounding to 15 significant digits", () => {
    fc.assert(
      fc.property(numbers, (x) => {
        fc.pre(Math.abs(x) < 1e15 || (Math.abs(x) >= 1e16 && Math.abs(x) < 1e308));
        expect(toCanonical(x)).toBe(Number(x.toPrecision(15)) + 0);
      }),
      { numRuns: 5000 },
    );
  });

  test("rounds what lies next to a half as the exact digits say", () => {
    const halves = fc
      .tuple(
        fc.integer({ min: 100_000_000_000_000, max: 999_999_999_999_999 }),
        fc.integer({ min: 0, max: 20 }),
      )
      .map(([units, scale]) => Number(`${units}5e-${scale + 1}`));
    const near = fc
      .tuple(halves, fc.integer({ min: -2, max: 2 }))
      .map(([x, ulps]) => x * (1 + ulps * 2 ** -52));
    fc.assert(
      fc.property(near, (x) => {
        fc.pre(x < 1e15);
        expect(toCanonical(x)).toBe(Number(x.toPrecision(15)));
      }),
      { numRuns: 5000 },
    );
  });

  test("is monotone and idempotent", () => {
    const near = fc
      .tuple(numbers, fc.integer({ min: 0, max: 9 }))
      .map(([x, ulps]) => [x, x + Math.abs(x) * ulps * 2 ** -52] as const);
    fc.assert(
      fc.property(fc.oneof(near, fc.tuple(numbers, numbers)), ([x, y]) => {
        expect(toCanonical(Math.min(x, y))).toBeLessThanOrEqual(toCanonical(Math.max(x, y)));
        expect(toCanonical(toCanonical(x))).toBe(toCanonical(x));
      }),
      { numRuns: 5000 },
    );
  });

  test("keeps every decimal of 15 digits", () => {
    const mantissas = fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 });
    fc.assert(
      fc.property(mantissas, fc.integer({ min: 0, max: 30 }), (mantissa, scale) => {
        const x = Number(`${mantissa}e-${scale}`);
        expect(toCanonical(x)).toBe(x);
        expect(Number(writePlainNumber(x))).toBe(x);
      }),
    );
  });
});

describe("roundToScale", () => {
  test.each([
    [1.005, 2, 1.01],
    [-1.005, 2, -1.01],
    [2.5, 0, 3],
    [-2.5, 0, -3],
    [0.1 + 0.2, 1, 0.3],
    [1234.5678, 2, 1234.57],
    [1250, -2, 1300],
    [-0.001, 2, 0],
    [49, -2, 0],
    [1e300, 2, 1e300],
    [5e14 + 0.25, 0, 5e14],
    [1e-30, 22, 0],
    [7, -40, 0],
  ])("%d at %i decimals is %d", (x, scale, expected) => {
    expect(roundToScale(x, scale)).toBe(expected);
  });

  test("gives the nearest double of sums, differences and products of prices", () => {
    const cents = fc.integer({ min: -9_999_999, max: 9_999_999 });
    fc.assert(
      fc.property(cents, cents, (a, b) => {
        expect(roundToScale(a / 100 + b / 100, 2)).toBe((a + b) / 100 + 0);
        expect(roundToScale(a / 100 - b / 100, 2)).toBe((a - b) / 100 + 0);
        expect(roundToScale((a / 100) * (b / 100), 4)).toBe((a * b) / 10_000 + 0);
      }),
    );
  });
});

describe("texts of numbers", () => {
  test.each([
    [0, "0"],
    [-0, "0"],
    [100, "100"],
    [0.1 + 0.2, "0.3"],
    [33.45, "33.45"],
    [-0.0000001, "-0.0000001"],
    [1.5e-10, "0.00000000015"],
    [1e21, "1000000000000000000000"],
    [1.25e22, "12500000000000000000000"],
    [1 / 3, "0.333333333333333"],
    [Number.MAX_SAFE_INTEGER, "9007199254740991"],
    [1e-25, "0.0000000000000000000000001"],
  ])("%d is written %s", (x, text) => {
    expect(writePlainNumber(x)).toBe(text);
  });

  test("are plain and read back as the canonical number", () => {
    fc.assert(
      fc.property(numbers, (x) => {
        expect(writePlainNumber(x)).toMatch(/^-?\d+(\.\d*[1-9])?$/);
        expect(Number(writePlainNumber(x))).toBe(toCanonical(x));
      }),
    );
  });

  test.each([
    ["0", 0],
    ["0.00", 0],
    ["1200", 2],
    ["-0.0120", 2],
    ["123456789012345", 15],
    ["1.000000000000001", 16],
    ["1,234.50", 5],
  ])("%s has %i significant digits", (text, digits) => {
    expect(significantDigits(text)).toBe(digits);
  });

  test("finiteOrBlank", () => {
    expect([1.5, Number.NaN, Number.POSITIVE_INFINITY].map(finiteOrBlank)).toEqual([1.5, null, null]);
  });
});
