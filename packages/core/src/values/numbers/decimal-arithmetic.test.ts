import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PaperDecimal } from "../../../conformance/paper-decimal.ts";
import { toCanonical } from "./decimal.ts";
import {
  addDecimals,
  divideDecimals,
  multiplyDecimals,
  remainderOfDecimals,
  rootOfDecimal,
  subtractDecimals,
} from "./decimal-arithmetic.ts";

/** More: `TABLEWRIGHT_DECIMALS=1000000 npm test -- values/decimal-arithmetic`. */
const numRuns = Number(process.env.TABLEWRIGHT_DECIMALS ?? 4_000);

const units = fc
  .tuple(fc.integer({ min: 1, max: 15 }), fc.maxSafeInteger())
  .map(([digits, x]) => x % 10 ** digits);
const places = fc.oneof(
  fc.integer({ min: 0, max: 6 }),
  fc.integer({ min: 0, max: 22 }),
  fc.integer({ min: -90, max: 90 }),
);
const decimal = fc.tuple(units, places).map(([x, scale]) => Number(`${x}e${-scale}`) + 0);
const whole = fc.oneof(fc.maxSafeInteger(), fc.integer({ min: -1000, max: 1000 }));
const number = fc.oneof(decimal, decimal, whole);
/** Neighbours of a number, so that digits cancel; and what completes it to a half of its last digit. */
const pair = fc.oneof(
  fc.tuple(number, number),
  fc.tuple(number, fc.integer({ min: -9, max: 9 })).map(([x, steps]): [number, number] => {
    const { scale } = PaperDecimal.of(x);
    return [
      x,
      PaperDecimal.of(x)
        .plus(new PaperDecimal(BigInt(steps), scale))
        .rounded()
        .toNumber(),
    ];
  }),
  fc
    .tuple(number, fc.constantFrom(5, -5, 25, 45, -45), fc.integer({ min: 14, max: 17 }))
    .map(([x, digits, place]): [number, number] => {
      const magnitude = x === 0 ? 0 : Math.floor(Math.log10(Math.abs(x)));
      return [x, Number(`${digits}e${magnitude - place}`)];
    }),
);

describe("decimal arithmetic is that on paper, at 15 digits", () => {
  test("the root of x has the first 15 digits of the exact root", () => {
    const property = fc.property(number, (x) => {
      const root = rootOfDecimal(Math.abs(x));
      if (!(root > 1e-140 && root < 1e15)) return;
      const shown = PaperDecimal.of(toCanonical(root));
      const half = new PaperDecimal(5n, 15 - Math.floor(Math.log10(root)));
      const [low, high] = [shown.minus(half), shown.plus(half)];
      const on = PaperDecimal.of(Math.abs(x));
      expect(on.minus(low.times(low)).units >= 0n && high.times(high).minus(on).units >= 0n, `${x}`).toBe(
        true,
      );
    });
    fc.assert(property, { numRuns });
  });

  test("a / b has the first 15 digits of the exact quotient", () => {
    const property = fc.property(pair, ([a, b]) => {
      const quotient = divideDecimals(a, b);
      const size = Math.abs(quotient);
      if (!(size > 1e-290 && size < 1e15)) return;
      const [one, two] = [PaperDecimal.of(a), PaperDecimal.of(b)];
      const dividend = one.units * 10n ** 40n;
      const rest = dividend % two.units === 0n ? 0n : a < 0 === b < 0 ? 1n : -1n;
      const onPaper = new PaperDecimal((dividend / two.units) * 10n + rest, one.scale - two.scale + 41);
      expect(toCanonical(quotient), `${a} / ${b}`).toBe(onPaper.rounded().toNumber());
    });
    fc.assert(property, { numRuns });
  });

  test.each([
    ["+", addDecimals, (a: PaperDecimal, b: PaperDecimal) => a.plus(b)],
    ["-", subtractDecimals, (a: PaperDecimal, b: PaperDecimal) => a.minus(b)],
    ["*", multiplyDecimals, (a: PaperDecimal, b: PaperDecimal) => a.times(b)],
    ["%", remainderOfDecimals, (a: PaperDecimal, b: PaperDecimal) => a.remainder(b)],
  ] as const)("a %s b", (operator, compute, onPaper) => {
    const property = fc.property(pair, ([a, b]) => {
      if (operator === "%" && b === 0) return;
      const meant = onPaper(PaperDecimal.of(a), PaperDecimal.of(b)).rounded().toNumber();
      expect(compute(a, b), `${a} ${operator} ${b}`).toBe(meant);
      expect(toCanonical(meant)).toBe(meant);
    });
    fc.assert(property, { numRuns });
  });

  test.each([
    [addDecimals(0.1, 0.2), 0.3],
    [subtractDecimals(1000.1, 1000), 0.1],
    [subtractDecimals(0.3, 0.3), 0],
    [subtractDecimals(-0, 0), 0],
    [multiplyDecimals(29.95, 0.9), 26.955],
    [multiplyDecimals(-1, 0), 0],
    [multiplyDecimals(1e200, 1e200), Number.POSITIVE_INFINITY],
    [multiplyDecimals(1e-200, 1e-200), 0],
    [addDecimals(Number.MAX_VALUE, Number.MAX_VALUE), Number.POSITIVE_INFINITY],
    [remainderOfDecimals(-7.5, 2), -1.5],
    [remainderOfDecimals(-6, 2), 0],
    [remainderOfDecimals(1e300, 0.7), 0.3],
    [remainderOfDecimals(1, 0), Number.NaN],
  ])("case %#", (answer, meant) => {
    expect(answer).toBe(meant);
  });

  test("what has more digits counts at 15 of them in sums, and whole in products", () => {
    expect(addDecimals(1 / 3, 2 / 3)).toBe(1);
    expect(subtractDecimals(100 / 1.19, 84)).toBe(0.0336134453782);
    expect(multiplyDecimals(1 / 3, 3)).toBe(1);
    expect(multiplyDecimals(Math.SQRT2, Math.SQRT2)).toBe(Math.SQRT2 * Math.SQRT2);
  });
});
