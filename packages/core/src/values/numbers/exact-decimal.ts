import { canonicalScale, canonicalUnits, toCanonical } from "./decimal.ts";

/** The decimal `units` times 10^-scale. */
export interface ExactDecimal {
  readonly units: bigint;
  readonly scale: number;
}

/** What is larger would be infinite at 15 digits, and keeps 17. */
const LARGEST = 1.797693134862315e308;

/** The decimal that a finite number stands for: it at 15 significant digits, see `toCanonical`. */
export function exactDecimal(x: number): ExactDecimal {
  const magnitude = Math.abs(x);
  if (magnitude >= 1e15 && magnitude < 1e16) return { units: BigInt(toCanonical(x)), scale: 0 };
  const scale = canonicalScale(magnitude);
  if (scale >= 0) return { units: BigInt(canonicalUnits(x, scale)), scale };
  const decimals = magnitude > LARGEST ? 16 : 14;
  const [digits = "0", exponent = "0"] = x.toExponential(decimals).replace(".", "").split("e");
  return { units: BigInt(digits), scale: decimals - Number(exponent) };
}

/**
 * A decimal rounded to 15 significant digits, or to a whole number between 10^15 and 10^16, a half away from zero; as
 * the nearest double, infinite where there is none.
 */
export function roundDecimal({ units, scale }: ExactDecimal): number {
  const digits = String(units < 0n ? -units : units).length;
  const digitsKept = digits - scale === 16 ? 16 : 15;
  if (digits <= digitsKept) return Number(`${units}e${-scale}`);
  const dropped = digits - digitsKept;
  const unit = tenTo(dropped);
  const half = units < 0n ? -unit / 2n : unit / 2n;
  return Number(`${(units + half) / unit}e${dropped - scale}`);
}

/** The digits of a decimal, without an exponent. */
export function writeDecimalDigits({ units, scale }: ExactDecimal): string {
  if (scale <= 0) return String(units * tenTo(-scale));
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, "0");
  return `${units < 0n ? "-" : ""}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/** Back from such digits; undefined for another text. */
export function readDecimalDigits(text: string): ExactDecimal | undefined {
  const [, whole, fraction = ""] = DECIMAL.exec(text) ?? [];
  return whole === undefined ? undefined : { units: BigInt(whole + fraction), scale: fraction.length };
}

const DECIMAL = /^(-?\d+)(?:\.(\d+))?$/u;

/** Two decimals at the larger of their scales. */
export function atOneScale(a: ExactDecimal, b: ExactDecimal): readonly [bigint, bigint, scale: number] {
  if (a.scale >= b.scale) return [a.units, b.units * tenTo(a.scale - b.scale), a.scale];
  return [a.units * tenTo(b.scale - a.scale), b.units, b.scale];
}

/** 10 to a power from 0 on. */
export function tenTo(exponent: number): bigint {
  return SMALL_POWERS[exponent] ?? 10n ** BigInt(exponent);
}

const SMALL_POWERS = Array.from({ length: 40 }, (_, exponent) => 10n ** BigInt(exponent));
