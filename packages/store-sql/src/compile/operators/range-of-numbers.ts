import type { SqlRange } from "../sql-term.ts";

/** The range from the least of some numbers to the greatest. */
export function rangeOfNumbers(numbers: readonly number[]): SqlRange {
  let least = Number.POSITIVE_INFINITY;
  let greatest = Number.NEGATIVE_INFINITY;
  for (const number of numbers) {
    least = Math.min(least, number);
    greatest = Math.max(greatest, number);
  }
  return [least, greatest];
}
