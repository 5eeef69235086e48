import { type Operator, PRECEDENCE } from "../syntax/ast.ts";
import type { OperatorRule } from "../tree/rules.ts";
import type { TypeFamily } from "../tree/type.ts";
import { decimalArithmetic, wholeArithmetic } from "./arithmetic.ts";
import { comparisons } from "./comparison.ts";
import { temporalArithmetic } from "./temporal.ts";

export type { OperatorRule } from "../tree/rules.ts";
export { negate, raise } from "./arithmetic.ts";
export { commonItems, concatenation, distinctItems, itemsOf, listMinus, listPlus } from "./lists.ts";

/** The rule of an arithmetic operator for two families; `isWhole` when both sides are whole numbers. */
export function findArithmetic(
  operator: Operator,
  left: TypeFamily,
  right: TypeFamily,
  isWhole: boolean,
): OperatorRule | undefined {
  const fits = (rule: OperatorRule) =>
    rule.operator === operator && rule.left === left && rule.right === right;
  return (
    (isWhole ? wholeArithmetic.find(fits) : undefined) ??
    [...decimalArithmetic, ...temporalArithmetic].find(fits)
  );
}

/** The rule of a comparison within one family. */
export function findComparison(
  operator: Operator,
  family: TypeFamily,
  blanks: "consistent" | "legacy",
): OperatorRule | undefined {
  return comparisons[blanks].find((rule) => rule.operator === operator && rule.left === family);
}

export function isComparison(operator: Operator): boolean {
  return PRECEDENCE[operator] === PRECEDENCE["="];
}
