import { toCanonical } from "../../values/index.ts";

/**
 * The least double that compares as equal to a canonical number at 15 digits. `toCanonical` is monotone, so the doubles
 * equal to a number are one range; with its two ends known, a row compares plain doubles. Undefined for numbers so
 * large or small that a share of them is no number of its own.
 */
export function firstEqual(middle: number): number | undefined {
  if (middle === 0) return 0;
  if (!isOrdinary(middle)) return undefined;
  return firstWhere(
    (x) => toCanonical(x) >= middle,
    middle - widthOf(middle),
    middle,
    middle - halfUnit(middle),
  );
}

/** The least double that compares as greater than a canonical number at 15 digits. */
export function firstGreater(middle: number): number | undefined {
  if (middle === 0) return Number.MIN_VALUE;
  if (!isOrdinary(middle)) return undefined;
  return firstWhere(
    (x) => toCanonical(x) > middle,
    middle,
    middle + widthOf(middle),
    middle + halfUnit(middle),
  );
}

/** The next double; `x` may be of any size but infinite. */
export function nextDouble(x: number): number {
  return x + (Math.abs(x) * HALF_STEP + Number.MIN_VALUE);
}

/** Half a step between doubles, and a little more, as a share of a number: adding it rounds to the next double. */
const HALF_STEP = 2 ** -53 * (1 + 2 ** -52);

function isOrdinary(x: number): boolean {
  return Math.abs(x) > 1e-200 && Math.abs(x) < 1e200;
}

/** More than a number that is equal at 15 digits can be away. */
function widthOf(middle: number): number {
  return Math.abs(middle) * 2e-14;
}

/** Half of the 15th digit: where the range ends, unless the number is a power of ten. */
function halfUnit(middle: number): number {
  return 10 ** (Math.floor(Math.log10(Math.abs(middle))) - 14) / 2;
}

/** The least double for which a monotone question holds; it does not at `below` and does at `above`. */
function firstWhere(holds: (x: number) => boolean, below: number, above: number, guess: number): number {
  let no = below;
  let yes = above;
  let at = guess;
  let step = 0;
  while (at > no && at < yes) {
    const isAbove = holds(at);
    if (isAbove) yes = at;
    else no = at;
    // Steps that double lead away from a guess that is nearly right; then the gap is halved.
    step = step === 0 ? Math.abs(at) * 2 ** -52 : step * 2;
    const next = isAbove ? at - step : at + step;
    at = next > no && next < yes ? next : no + (yes - no) / 2;
  }
  return yes;
}
