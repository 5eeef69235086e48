import { canonicalScale, canonicalUnits, toCanonical } from "./decimal.ts";
import { multiplyDecimals } from "./decimal-arithmetic.ts";
import { exactDecimal } from "./exact-decimal.ts";

/**
 * Logarithms and powers of finite numbers with all the digits of a double. Of decimals of 15 digits the first 15 are those of
 * the exact result. A double, with the shift that the decimals make which no doubles are, mostly decides on the 15th digit; where
 * it is in doubt, a sum of two doubles decides, which has 31 digits.
 */

/** The natural logarithm; not finite for 0, NaN below. */
export function logarithmOf(x: number): number {
  const result = Math.log(x);
  return settled(result, restOf(x) / x, 1, () => logarithm(pairOf(x)));
}

/** The logarithm in a base above 0. */
export function logarithmIn(base: number, x: number): number {
  const result = base === 10 ? Math.log10(x) : base === 2 ? Math.log2(x) : Math.log(x) / Math.log(base);
  const shift = (restOf(x) / x - (result * restOf(base)) / base) / Math.log(base);
  return settled(result, shift, base === 10 || base === 2 ? 1.5 : 2, () =>
    divide(logarithm(pairOf(x)), logarithmOfBase(base)),
  );
}

/** The number e raised to a power. */
export function exponentialOf(exponent: number): number {
  const result = Math.exp(exponent);
  return settled(result, result * restOf(exponent), 1, () => exponential(pairOf(exponent)));
}

/** A number raised to a power; NaN for a fractional power below 0. */
export function powerOf(base: number, exponent: number): number {
  if (exponent === 2) return multiplyDecimals(base, base);
  const result = base ** exponent;
  const size = Math.abs(base);
  const shift = result * ((exponent * restOf(base)) / base + Math.log(size) * restOf(exponent));
  return settled(result, shift, 1, () => {
    const pair = exponential(multiply(logarithm(pairOf(size)), pairOf(exponent)));
    return result < 0 ? [-pair[0], -pair[1]] : pair;
  });
}

/**
 * A double that is off by at most `unitsOff` of its last place, moved by `shift`: itself where it has the right first 15 digits,
 * else the decimal that has them. NaN as the shift: there is no better answer. What `Math` gives is off by less than one unit; that of
 * Math.log10 was measured at 1.05.
 */
function settled(result: number, shift: number, unitsOff: number, exact: () => Pair): number {
  const size = Math.abs(result);
  if (!(size > 1e-250 && size < 1e250) || Number.isNaN(shift)) return result;
  if (size >= 1e15) return rounded(exact(), result);
  const scale = 14 - Math.floor(Math.log10(size));
  const [units, rest] = timesTen([size, 0], scale);
  const whole = Math.floor(units);
  const part = units - whole + rest;
  const moved = part + (result < 0 ? -shift : shift) * 10 ** scale;
  const digits = whole + Math.floor(moved + 0.5);
  const doubt = units * unitsOff * UNIT + Math.abs(moved) * 1e-12;
  const isInDoubt = Math.abs(moved - Math.floor(moved) - 0.5) <= doubt;
  const hasMoved = units < 1e14 || digits < 1e14 || digits >= 1e15;
  if (isInDoubt || hasMoved) return rounded(exact(), result);
  if (digits === whole + Math.floor(part + 0.5)) return result;
  const decimal = scale > 22 ? Number(`${digits}e${-scale}`) : digits / 10 ** scale;
  return result < 0 ? -decimal : decimal;
}

/** The last place of a double as a share of it, with a margin. */
const UNIT = 1.1 * 2 ** -52;

/** What the decimal of 15 digits that a double stands for is more than the double; NaN where it stands for none, or a very large or small one. */
function restOf(x: number): number {
  const size = Math.abs(x);
  if (Number.isInteger(x) && size < 1e16) return 0;
  const scale = canonicalScale(size);
  if (scale >= 0) {
    const factor = 10 ** scale;
    const units = canonicalUnits(x, scale);
    if (units / factor !== x) return Number.NaN;
    const [high, low] = twoProduct(x, factor);
    return (units - high - low) / factor;
  }
  if (toCanonical(x) !== x || Math.abs(Math.log10(size)) > 250) return Number.NaN;
  const [high, low] = pairOf(x);
  return high - x + low;
}

/** The sum of two doubles, of which the second has less than half the last digit of the first. */
type Pair = readonly [high: number, low: number];

function twoSum(a: number, b: number): Pair {
  const sum = a + b;
  const rest = sum - a;
  return [sum, a - (sum - rest) + (b - rest)];
}

function twoProduct(a: number, b: number): Pair {
  const product = a * b;
  const [a1, a2] = halves(a);
  const [b1, b2] = halves(b);
  return [product, a1 * b1 - product + a1 * b2 + a2 * b1 + a2 * b2];
}

/** A double as the sum of two of half its digits, so that products of these are exact. */
function halves(a: number): Pair {
  const wide = a * (2 ** 27 + 1);
  const high = wide - (wide - a);
  return [high, a - high];
}

function add([a, c]: Pair, [b, d]: Pair): Pair {
  const [high, middle] = twoSum(a, b);
  const [low, rest] = twoSum(c, d);
  const [sum, more] = twoSum(high, middle + low);
  return twoSum(sum, more + rest);
}

function multiply([a, c]: Pair, [b, d]: Pair): Pair {
  const [high, low] = twoProduct(a, b);
  return twoSum(high, low + (a * d + c * b));
}

function divide(a: Pair, b: Pair): Pair {
  const first = a[0] / b[0];
  const rest = add(a, multiply(b, [-first, 0]));
  const second = rest[0] / b[0];
  const third = add(rest, multiply(b, [-second, 0]))[0] / b[0];
  return add(twoSum(first, second), [third, 0]);
}

/** The decimal that a number stands for. */
function pairOf(x: number): Pair {
  const { units, scale } = exactDecimal(x);
  return timesTen([Number(units), 0], -scale);
}

/** Powers of ten up to the 22nd are doubles. */
function timesTen(pair: Pair, exponent: number): Pair {
  let result = pair;
  for (let left = Math.abs(exponent); left > 0; left -= 22) {
    const power: Pair = [10 ** Math.min(left, 22), 0];
    result = exponent > 0 ? multiply(result, power) : divide(result, power);
  }
  return result;
}

const LOGARITHM_OF_TWO: Pair = [Math.LN2, 2.3190468138462996e-17];
const LOGARITHM_OF_TEN: Pair = [Math.LN10, -2.1707562233822494e-16];

/** 1 / n, by n from 1 on. */
const RECIPROCALS: readonly Pair[] = Array.from({ length: 10 }, (_, n) =>
  divide([1, 0], [Math.max(n, 1), 0]),
);

/** By the series for the rest after whole powers of two, halved nine times and squared as often. */
function exponential(x: Pair): Pair {
  const twos = Math.round(x[0] / LOGARITHM_OF_TWO[0]);
  const [high, low] = add(x, multiply(LOGARITHM_OF_TWO, [-twos, 0]));
  const rest: Pair = [high / 512, low / 512];
  let sum: Pair = rest;
  let term: Pair = rest;
  for (let index = 2; index <= 9; index++) {
    term = multiply(multiply(term, rest), RECIPROCALS[index] as Pair);
    sum = add(sum, term);
  }
  for (let index = 0; index < 9; index++) sum = add([2 * sum[0], 2 * sum[1]], multiply(sum, sum));
  const [one, more] = add([1, 0], sum);
  return [one * 2 ** twos, more * 2 ** twos];
}

function logarithmOfBase(base: number): Pair {
  if (base === 10) return LOGARITHM_OF_TEN;
  return base === 2 ? LOGARITHM_OF_TWO : logarithm(pairOf(base));
}

/** By one step of Newton from the double. */
function logarithm(x: Pair): Pair {
  const first = Math.log(x[0]);
  return add([first, 0], add(multiply(x, exponential([-first, 0])), [-1, 0]));
}

/** A pair as the double nearest to `result` that has its first 15 digits; a half of the 15th goes away from zero. */
function rounded([high, low]: Pair, result: number): number {
  const size: Pair = result < 0 ? [-high, -low] : [high, low];
  const [, exponent = "0"] = size[0].toExponential().split("e");
  const scale = exponent === "+15" ? 0 : 14 - Number(exponent); // below 1e16 whole numbers keep all digits
  const [units, rest] = timesTen(size, scale);
  const whole = Math.floor(units);
  const digits = whole + Math.floor(units - whole + rest + 0.5 + 1e-12);
  const exact = Number(`${result < 0 ? "-" : ""}${digits}e${-scale}`);
  return toCanonical(result) === exact ? result : exact;
}
