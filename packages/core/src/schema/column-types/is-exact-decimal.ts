import { significantDigits } from "../../values/index.ts";

/** Below it doubles lose digits. */
const SMALLEST_NORMAL = 2 ** -1022;

/** Whether a number of a request has at most 15 significant digits, so that it is the decimal that was sent. */
export function isExactDecimal(number: number): boolean {
  if (isShortDecimal(number)) return true;
  if (!Number.isFinite(number) || Math.abs(number) < SMALLEST_NORMAL) return false;
  return significantDigits(number.toExponential().split("e")[0] ?? "") <= 15;
}

/** A whole number below 10^15 over a power of ten that is a double itself gives the double that is nearest to the quotient. */
function isShortDecimal(number: number): boolean {
  const scaled = Math.round(number * SCALE);
  return Math.abs(scaled) < 1e15 && scaled / SCALE === number;
}

const SCALE = 1e6;
