import { addDecimals, multiplyDecimals, subtractDecimals } from "../../../values/index.ts";

/** Computes in the left array with each number of the right one. */
export type Operation = (left: Float64Array, right: Float64Array, count: number) => void;

/**
 * `+`, `-` and `*` of decimals over arrays. A blank is NaN and counts as 0 beside a number; results that are not finite
 * become blank. Each has a loop of its own, into which its arithmetic is inlined.
 */
export const decimalOperations: Readonly<Record<"+" | "-" | "*", Operation>> = {
  "+": (left, right, count) => {
    for (let at = 0; at < count; at++) {
      const a = left[at] as number;
      const b = right[at] as number;
      const value = addDecimals(orZero(a), orZero(b));
      left[at] = Number.isNaN(a) && Number.isNaN(b) ? Number.NaN : finiteOrNaN(value);
    }
  },
  "-": (left, right, count) => {
    for (let at = 0; at < count; at++) {
      const a = left[at] as number;
      const b = right[at] as number;
      const value = subtractDecimals(orZero(a), orZero(b));
      left[at] = Number.isNaN(a) && Number.isNaN(b) ? Number.NaN : finiteOrNaN(value);
    }
  },
  "*": (left, right, count) => {
    for (let at = 0; at < count; at++) {
      const a = left[at] as number;
      const b = right[at] as number;
      const value = multiplyDecimals(orZero(a), orZero(b));
      left[at] = Number.isNaN(a) && Number.isNaN(b) ? Number.NaN : finiteOrNaN(value);
    }
  },
};

function orZero(number: number): number {
  return Number.isNaN(number) ? 0 : number;
}

/** Infinity less itself is NaN, every number less itself is 0. */
function finiteOrNaN(number: number): number {
  return number + (number - number);
}
