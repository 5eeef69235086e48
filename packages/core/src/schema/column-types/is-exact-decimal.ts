import { significantDigits } from "../../values/index.ts";

/** Below it doubles lose digits. */
const SMALLEST_NORMAL = 2 ** -1022;

/** Whether a number of a request has at most 15 significant digits, so that it is the decimal that was sent. */
export function isExactDecimal(number: number): boolean {
  if (number === 0) return true;
  if (!Number.isFinite(number) || Math.abs(number) < SMALLEST_NORMAL) return false;
  return significantDigits(number.toExponential().split("e")[0] ?? "") <= 15;
}
