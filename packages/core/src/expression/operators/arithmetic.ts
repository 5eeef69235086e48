import {
  addDecimals,
  divideDecimals,
  finiteOrBlank,
  multiplyDecimals,
  powerOf,
  remainderOfDecimals,
  subtractDecimals,
  type Value,
} from "../../values/index.ts";
import { checkedInteger } from "../runtime/evaluation-error.ts";
import type { Operator } from "../syntax/ast.ts";
import type { OperatorRule } from "../tree/rules.ts";

type Compute = (left: number, right: number) => number;

/** Blank counts as 0 with a number; two blanks are blank. */
function overNumbers(compute: Compute): OperatorRule["evaluate"] {
  return (left, right) => {
    if (left === null && right === null) return null;
    return finiteOrBlank(compute((left ?? 0) as number, (right ?? 0) as number));
  };
}

function whole(compute: Compute): Compute {
  return (left, right) => checkedInteger(compute(left, right));
}

export const raise: OperatorRule["evaluate"] = overNumbers(powerOf);

function rule(operator: Operator, isWhole: boolean, evaluate: OperatorRule["evaluate"]): OperatorRule {
  const what = isWhole
    ? ({ id: "whole numbers", result: "Number" } as const)
    : ({ id: "decimals", result: "Decimal" } as const);
  return { operator, left: "number", right: "number", ...what, evaluate };
}

/** Whole numbers give whole numbers; their division truncates toward zero. */
export const wholeArithmetic: readonly OperatorRule[] = [
  rule("+", true, overNumbers(whole((left, right) => left + right))),
  rule("-", true, overNumbers(whole((left, right) => left - right))),
  rule("*", true, overNumbers(whole((left, right) => left * right))),
  rule(
    "/",
    true,
    overNumbers((left, right) => Math.trunc(left / right) + 0),
  ),
  rule(
    "%",
    true,
    overNumbers((left, right) => (left % right) + 0),
  ),
];

/** `+`, `-`, `*` and `%` give the exact decimals, rounded to 15 digits; `/` and `^` are rounded where they are seen. */
export const decimalArithmetic: readonly OperatorRule[] = [
  rule("+", false, overNumbers(addDecimals)),
  rule("-", false, overNumbers(subtractDecimals)),
  rule("*", false, overNumbers(multiplyDecimals)),
  rule("/", false, overNumbers(divideDecimals)),
  rule("%", false, overNumbers(remainderOfDecimals)),
  rule("^", false, raise),
];

/** A number or duration with the other sign; a blank stays blank. */
export function negate(value: Value): Value {
  return typeof value === "number" ? 0 - value : null;
}
