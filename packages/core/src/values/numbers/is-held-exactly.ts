import { significantDigits } from "./decimal.ts";

/**
 * Whether a double holds the number that a JSON text writes: written out again it is the same decimal. So 1.10, 1e2 and all
 * numbers of 15 digits are held, fractions of 17 as well, and 9007199254740993, 1e400 and 1e-400 are not. What is no number is left to the parser.
 */
export function isHeldExactly(text: string): boolean {
  const value = Number(text);
  if (String(value) === text) return true;
  if (Number.isNaN(value)) return true;
  if (isOfDouble(text, value)) return true;
  return Number.isFinite(value) && toDecimal(text) === toDecimal(String(Math.abs(value)));
}

/** Whether it is a fraction of at most 17 digits, which many programs write of every double. */
function isOfDouble(text: string, value: number): boolean {
  if (Number.isInteger(value) || !Number.isFinite(value) || Math.abs(value) < SMALLEST_NORMAL) return false;
  return significantDigits(text.split(/e/iu)[0] ?? "") <= 17;
}

/** Below it doubles lose digits. */
const SMALLEST_NORMAL = 2 ** -1022;

/** The number without its sign as digits, neither the first nor the last a zero, and a power of ten: `12e-1`. */
function toDecimal(text: string): string {
  const [, whole = "", fraction = "", exponent = "0"] = PARTS.exec(text) ?? [];
  const digits = whole + fraction;
  let first = 0;
  while (digits[first] === "0") first++;
  let end = digits.length;
  while (end > first && digits[end - 1] === "0") end--;
  if (first === end) return "0";
  return `${digits.slice(first, end)}e${Number(exponent) - fraction.length + digits.length - end}`;
}

const PARTS = /^[+-]?(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/iu;
