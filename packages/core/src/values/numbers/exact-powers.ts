import { isNearHalf, toCanonical } from "./decimal.ts";
import { multiplyDecimals } from "./decimal-arithmetic.ts";
import { exactDecimal } from "./exact-decimal.ts";

/**
 * Logarithms and powers of finite numbers with all the digits of a double. Of decimals of 15 digits the first 15 are those of
 * the exact result: where a double cannot decide on the 15th, a sum of two doubles does, which has 31 digits.
 */

/** The natural logarithm; not finite for 0, NaN below. */
export function logarithmOf(x: number): number {
  const result = Math.log(x);
  return isDecided(result, 1 / Math.abs(result), x) ? result : rounded(logarithm(pairOf(x)), result);
}

/** The logarithm in a base above 0. */
export function logarithmIn(base: number, x: number): number {
  const result = base === 10 ? Math.log10(x) : base === 2 ? Math.log2(x) : Math.log(x) / Math.log(base);
  const growth = (1 + 1 / Math.abs(result)) / Math.abs(Math.log(base));
  if (isDecided(result, growth, x, base)) return result;
  return rounded(divide(logarithm(pairOf(x)), logarithm(pairOf(base))), result);
}

/** The number e raised to a power. */
export function exponentialOf(exponent: number): number {
  const result = Math.exp(exponent);
  if (isDecided(result, Math.abs(exponent), exponent)) return result;
  return rounded(exponential(pairOf(exponent)), result);
}

/** A number raised to a power; NaN for a fractional power below 0. */
export function powerOf(base: number, exponent: number): number {
  if (exponent === 2) return multiplyDecimals(base, base);
  const result = base ** exponent;
  const growth = Math.abs(exponent) * (1 + Math.abs(Math.log(Math.abs(base))));
  if (isDecided(result, growth, base, exponent)) return result;
  const size = exponential(multiply(logarithm(pairOf(Math.abs(base))), pairOf(exponent)));
  return result < 0 ? -rounded(size, -result) : rounded(size, result);
}

/**
 * Whether the double has the right first 15 digits, or nobody can say better. `growth` is how many times larger the error of a
 * decimal that no double is becomes in the result.
 */
function isDecided(result: number, growth: number, ...of: readonly number[]): boolean {
  const size = Math.abs(result);
  if (!(size > 1e-250 && size < 1e250) || !(growth >= 1.5 || isNearHalf(size))) return true;
  return of.some(
    (one) => toCanonical(one) !== one || (one !== 0 && Math.abs(Math.log10(Math.abs(one))) > 250),
  );
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

/** By the series for the rest after whole powers of two, halved nine times and squared as often. */
function exponential(x: Pair): Pair {
  const twos = Math.round(x[0] / LOGARITHM_OF_TWO[0]);
  const [high, low] = add(x, multiply(LOGARITHM_OF_TWO, [-twos, 0]));
  const rest: Pair = [high / 512, low / 512];
  let sum: Pair = rest;
  let term: Pair = rest;
  for (let index = 2; index <= 9; index++) {
    term = divide(multiply(term, rest), [index, 0]);
    sum = add(sum, term);
  }
  for (let index = 0; index < 9; index++) sum = add([2 * sum[0], 2 * sum[1]], multiply(sum, sum));
  const [one, more] = add([1, 0], sum);
  return [one * 2 ** twos, more * 2 ** twos];
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
