import { isNearHalf, toCanonical } from "./decimal.ts";
import { atOneScale, exactDecimal, roundDecimal, tenTo } from "./exact-decimal.ts";

// Most operands have few decimals. A number whose millionths divide back to it is that decimal and no other of 15
// digits, and whole numbers below 10^15 add and divide without a further rounding. All else is computed in integers.

/**
 * The sum of two finite numbers as decimals of 15 significant digits, itself rounded to 15, a half away from zero;
 * infinite where it is too large. See `toCanonical` for what the 15 digits are.
 */
export function addDecimals(a: number, b: number): number {
  const x = Math.round(a * 1e6);
  const y = Math.round(b * 1e6);
  if (x / 1e6 === a && y / 1e6 === b && Math.abs(x) + Math.abs(y) < LIMIT) return (x + y) / 1e6 + 0;
  return addLong(a, b);
}

/** The difference of two finite numbers, as `addDecimals` gives sums. */
export function subtractDecimals(a: number, b: number): number {
  const x = Math.round(a * 1e6);
  const y = Math.round(b * 1e6);
  if (x / 1e6 === a && y / 1e6 === b && Math.abs(x) + Math.abs(y) < LIMIT) return (x - y) / 1e6 + 0;
  return addLong(a, -b);
}

/**
 * The product of two finite numbers, as `addDecimals` gives sums, where both are decimals of 15 digits. A factor with
 * more digits, which only quotients, roots and powers have, is multiplied as the double it is.
 */
export function multiplyDecimals(a: number, b: number): number {
  const product = a * b;
  const x = Math.round(a * 1e4);
  const y = Math.round(b * 1e4);
  const units = x * y;
  if (x / 1e4 === a && y / 1e4 === b && Math.abs(units) < LIMIT) return units / 1e8 + 0;
  // Three roundings are off by less than half of the 15th digit: the double of a short decimal can mean no other one.
  if (Math.round(product * 1e6) / 1e6 === product && Math.abs(product) < 1e9) return product + 0;
  return multiplyLong(a, b, product);
}

/**
 * The remainder of two finite numbers as decimals of 15 digits, which is exact and has the sign of the dividend; NaN for
 * a divisor of 0.
 */
export function remainderOfDecimals(a: number, b: number): number {
  const x = Math.round(a * 1e6);
  const y = Math.round(b * 1e6);
  if (x / 1e6 === a && y / 1e6 === b && Math.abs(x) < LIMIT && Math.abs(y) < LIMIT) return (x % y) / 1e6 + 0;
  if (b === 0) return Number.NaN;
  const [units, divisor, scale] = atOneScale(exactDecimal(a), exactDecimal(b));
  return roundDecimal({ units: units % divisor, scale });
}

/**
 * The quotient of two finite numbers with all the digits of a double; its first 15 are those of the exact quotient where
 * both numbers are decimals of 15 digits. Not finite for a divisor of 0.
 */
export function divideDecimals(a: number, b: number): number {
  const quotient = a / b;
  const size = Math.abs(quotient);
  if (!(size > 1e-290 && size < 1e15) || !isNearHalf(size)) return quotient;
  if (toCanonical(a) !== a || toCanonical(b) !== b) return quotient;
  return withDigitsOf(exactQuotient(a, b), quotient);
}

/**
 * The square root of a finite number with all the digits of a double; its first 15 are those of the exact root of a
 * decimal of 15 digits. NaN below 0.
 */
export function rootOfDecimal(x: number): number {
  const root = Math.sqrt(x);
  if (!(root > 1e-140 && root < 1e15) || !isNearHalf(root) || toCanonical(x) !== x) return root;
  return withDigitsOf(exactRoot(exactDecimal(x)), root);
}

/** The double next to a result whose 15 digits are the exact ones. */
function withDigitsOf(exact: number, result: number): number {
  const shown = toCanonical(result);
  if (shown === exact) return result;
  for (let step = 1; step <= 4; step++) {
    const next = result + (exact > shown ? step : -step) * Math.abs(result) * 2 ** -52;
    if (toCanonical(next) === exact) return next;
  }
  return exact;
}

/** Rounded to 15 digits; a digit after those of the root says whether it goes on. */
function exactRoot({ units, scale }: { readonly units: bigint; readonly scale: number }): number {
  const least = Math.max(0, 42 - String(units).length);
  const shift = least + ((scale + least) & 1);
  const square = units * tenTo(shift);
  const root = wholeRoot(square);
  return roundDecimal({
    units: root * 10n + (root * root === square ? 0n : 1n),
    scale: (scale + shift) / 2 + 1,
  });
}

/** The standard deviation of a whole population of decimals, rounded to 15 digits; 0 without any. */
export function deviationOf(values: readonly number[]): number {
  const decimals = values.map(exactDecimal);
  const scale = decimals.reduce((most, one) => Math.max(most, one.scale), 0);
  let sum = 0n;
  let squares = 0n;
  for (const decimal of decimals) {
    const units = decimal.units * tenTo(scale - decimal.scale);
    sum += units;
    squares += units * units;
  }
  const count = BigInt(values.length);
  const variance = count * squares - sum * sum;
  if (variance === 0n) return 0;
  const shift = Math.max(0, 22 + String(count).length - Math.floor(String(variance).length / 2));
  const square = variance * tenTo(2 * shift);
  const root = wholeRoot(square);
  const rest = root * root === square && root % count === 0n ? 0n : 1n;
  return roundDecimal({ units: (root / count) * 10n + rest, scale: scale + shift + 1 });
}

/** The largest whole number whose square is not above `square`. */
function wholeRoot(square: bigint): bigint {
  let root = 10n ** BigInt(Math.ceil(String(square).length / 2));
  for (;;) {
    const next = (root + square / root) / 2n;
    if (next >= root) return root;
    root = next;
  }
}

/** Rounded to 15 digits; a digit after those of the division says whether it has a remainder. */
function exactQuotient(a: number, b: number): number {
  const [one, two] = [exactDecimal(a), exactDecimal(b)];
  const shift = Math.max(0, 20 + String(two.units).length - String(one.units).length);
  const dividend = one.units * tenTo(shift);
  const rest = dividend % two.units === 0n ? 0n : a < 0 === b < 0 ? 1n : -1n;
  return roundDecimal({
    units: (dividend / two.units) * 10n + rest,
    scale: one.scale - two.scale + shift + 1,
  });
}

/** Whole numbers below it have at most 15 digits. */
const LIMIT = 1e15;

function addLong(a: number, b: number): number {
  const factor = Math.max(factorOf(a), factorOf(b));
  const x = Math.round(a * factor);
  const y = Math.round(b * factor);
  if (Math.abs(x) + Math.abs(y) < LIMIT) return (x + y) / factor + 0;
  const [units, others, scale] = atOneScale(exactDecimal(a), exactDecimal(b));
  return roundDecimal({ units: units + others, scale });
}

function multiplyLong(a: number, b: number, product: number): number {
  const factor = factorOf(a);
  const other = factorOf(b);
  const units = Math.round(a * factor) * Math.round(b * other);
  if (Math.abs(units) < LIMIT) return units / (factor * other) + 0;
  if (toCanonical(a) !== a || toCanonical(b) !== b) return product + 0;
  const [one, two] = [exactDecimal(a), exactDecimal(b)];
  return roundDecimal({ units: one.units * two.units, scale: one.scale + two.scale });
}

/** The first of some powers of ten by which a number is whole, with at most 15 digits; else infinite. */
function factorOf(x: number): number {
  for (const factor of FACTORS) {
    const units = Math.round(x * factor);
    if (units / factor === x && Math.abs(units) < LIMIT) return factor;
  }
  return Number.POSITIVE_INFINITY;
}

const FACTORS = [1, 100, 1e4, 1e6, 1e9];
