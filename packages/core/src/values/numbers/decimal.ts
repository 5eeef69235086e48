/** 10^0 … 10^22: the powers of ten a double holds exactly, so one multiplication or division rounds only once. */
const POWERS = Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));

/** As a share of a number: less than half a unit of its 15th digit, so nothing this near is a different decimal. */
const NEAR = 2 ** -52;

/**
 * The double nearest to `x` rounded to 15 significant decimal digits; whole numbers below 10^16 keep every digit.
 * Monotone and idempotent, the same for both signs, never -0. `x` must be finite.
 */
export function toCanonical(x: number): number {
  const integer = x | 0;
  if (integer === x) return integer;
  const magnitude = Math.abs(x);
  if (magnitude < 1e9) {
    const rounded = Math.round(x * 1e6) / 1e6;
    if (Math.abs(rounded - x) <= magnitude * NEAR) return rounded + 0;
  } else if (magnitude < 1e16) {
    const whole = Math.round(magnitude);
    if (whole === magnitude || magnitude >= 1e15) return x < 0 ? -whole : whole;
  }
  const scale = canonicalScale(magnitude);
  return scale < 0 ? atFifteenDigits(x) : canonicalUnits(x, scale) / power(scale);
}

/** The largest doubles would round up to infinity, so they stay as they are. */
function atFifteenDigits(x: number): number {
  const rounded = Number(x.toPrecision(15));
  return Number.isFinite(rounded) ? rounded : x;
}

/** A result as it may leave the evaluator: NaN and infinities are blank. */
export function finiteOrBlank(x: number): number | null {
  return Number.isFinite(x) ? x : null;
}

/**
 * Decimals that put the 15th significant digit of `magnitude` at the units, or -1 where powers of ten are not exact.
 * Between 10^-7 and 10^15 only.
 */
export function canonicalScale(magnitude: number): number {
  if (!(magnitude >= 1e-7 && magnitude < 1e15)) return -1;
  const scale = 14 - Math.floor(Math.log10(magnitude));
  const units = magnitude * power(scale);
  if (units >= 1e15) return scale - 1;
  return units < 1e14 ? scale + 1 : scale;
}

/** `x` at 15 significant digits as a whole number of 10^-scale, for the scale `canonicalScale` gives. */
export function canonicalUnits(x: number, scale: number): number {
  const units = x * power(scale);
  const whole = Math.round(units);
  // The product is off by at most 1/16; nearer than that to a half only the exact digits decide.
  if (Math.abs(units - whole) < 0.4) return whole;
  return Math.round(Number(x.toPrecision(15)) * power(scale));
}

/** Whether the digits after the 15th are so near a half that an error of a computation may decide on the 15th. */
export function isNearHalf(magnitude: number): boolean {
  const scale = canonicalScale(magnitude);
  if (scale < 0) return true;
  const units = magnitude * power(scale);
  return Math.abs(units - Math.floor(units) - 0.5) < 0.3;
}

/**
 * `x` rounded to `scale` decimals, halves away from zero, as the double nearest to that decimal; a negative scale
 * rounds to tens, hundreds … A half is a half of the decimal that `x` stands for: 1.005 at scale 2 is 1.01.
 */
export function roundToScale(x: number, scale: number): number {
  if (scale < 0) return scale < -22 ? 0 : roundHalfAway(x / power(-scale)) * power(-scale) + 0;
  if (scale > 22) return x;
  const units = x * power(scale);
  return Math.abs(units) < 2 ** 53 ? roundHalfAway(units) / power(scale) + 0 : x;
}

function roundHalfAway(x: number): number {
  const magnitude = Math.abs(x);
  const below = Math.floor(magnitude);
  const isNearHalf = Math.abs(magnitude - below - 0.5) <= magnitude * 5e-16;
  const rounded = Math.round(isNearHalf ? toCanonical(magnitude) : magnitude);
  return x < 0 ? -rounded : rounded;
}

/** Digits of a plain decimal text from its first to its last that is not zero; signs and separators do not count. */
export function significantDigits(text: string): number {
  let digits = 0;
  let significant = 0;
  for (let index = 0; index < text.length; index++) {
    const digit = text.charCodeAt(index) - 48;
    if (digit < 0 || digit > 9 || (digit === 0 && digits === 0)) continue;
    digits++;
    if (digit > 0) significant = digits;
  }
  return significant;
}

/** The shortest plain decimal text of a finite number at 15 significant digits: "." as sign, no exponent, no "-0". */
export function writePlainNumber(x: number): string {
  const text = String(toCanonical(x));
  const exponentAt = text.indexOf("e");
  return exponentAt < 0 ? text : withoutExponent(text, exponentAt);
}

function withoutExponent(text: string, exponentAt: number): string {
  const sign = text.startsWith("-") ? "-" : "";
  const [whole = "", fraction = ""] = text.slice(sign.length, exponentAt).split(".");
  const exponent = Number(text.slice(exponentAt + 1));
  if (exponent < 0) return `${sign}0.${"0".repeat(-exponent - 1)}${whole}${fraction}`;
  return `${sign}${whole}${fraction.padEnd(exponent, "0")}`;
}

function power(exponent: number): number {
  return POWERS[exponent] as number;
}
