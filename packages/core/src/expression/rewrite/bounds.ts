import { toCanonical } from "../../values/index.ts";
import type { Operator } from "../syntax/ast.ts";
import { firstEqual, firstGreater, nextDouble } from "./equal-range.ts";

/**
 * The numbers for which a comparison with a constant is TRUE: those from `low` up to but without `high`, or all
 * others when `outside`. A blank counts as outside. Infinities lie in no range, as results that are not finite are blank.
 */
export interface Bounds {
  readonly low: number;
  readonly high: number;
  readonly outside: boolean;
}

/** The bounds of a comparison with a constant, for any value; undefined for constants beyond all measure. */
export function boundsOf(operator: Operator, constant: number): Bounds | undefined {
  const middle = toCanonical(constant);
  const first = needsFirst(operator) ? firstEqual(middle) : 0;
  const behind = needsBehind(operator) ? firstGreater(middle) : 0;
  return first === undefined || behind === undefined ? undefined : between(operator, first, behind);
}

/** The same for numbers of at most 15 digits, such as whole numbers in cells: nothing but the constant itself is equal to it. */
export function shortBoundsOf(operator: Operator, constant: number): Bounds {
  const middle = toCanonical(constant);
  return between(operator, middle, nextDouble(middle));
}

function needsFirst(operator: Operator): boolean {
  return operator !== "<=" && operator !== ">";
}

function needsBehind(operator: Operator): boolean {
  return operator !== "<" && operator !== ">=";
}

/** `first` is the least number equal to the constant, `behind` the least one greater. */
function between(operator: Operator, first: number, behind: number): Bounds {
  const isLess = operator === "<" || operator === "<=";
  const isGreater = operator === ">" || operator === ">=";
  return {
    low: isLess ? -Number.MAX_VALUE : needsFirst(operator) ? first : behind,
    high: isGreater ? Number.POSITIVE_INFINITY : needsBehind(operator) ? behind : first,
    outside: operator === "<>",
  };
}
