import { compareText, equalText, foldText } from "../../../values/index.ts";
import { sidesOf } from "../../rewrite/bounded-comparison.ts";
import type { Operator } from "../../syntax/ast.ts";
import type { Evaluator, FastShape } from "../frame.ts";

/** Texts compared with each other, and with a constant, whose fold is made once. */
export const compareTexts: FastShape = (node, _, compile) => {
  if (node.op !== "binary" || node.rule.id !== "comparison" || node.rule.left !== "text") return undefined;
  const { operator } = node.rule;
  const { sync: left } = compile(node.left);
  const { sync: right } = compile(node.right);
  if (left === undefined || right === undefined) return undefined;
  if (operator !== "=" && operator !== "<>") return { sync: inOrder(operator, left, right) };
  const negated = operator === "<>";
  const [operand, constant] = sidesOf(node);
  if (constant.op !== "constant" || typeof constant.value !== "string")
    return { sync: equal(left, right, negated) };
  return { sync: equalToConstant(operand === node.left ? left : right, foldText(constant.value), negated) };
};

function equalToConstant(operand: Evaluator, constant: string, negated: boolean): Evaluator {
  return (row, frame) => {
    const value = operand(row, frame) as string | null;
    return value === null ? negated : equalText(value, constant) !== negated;
  };
}

function equal(left: Evaluator, right: Evaluator, negated: boolean): Evaluator {
  return (row, frame) => {
    const a = left(row, frame) as string | null;
    const b = right(row, frame) as string | null;
    const same = a === b || (a !== null && b !== null && equalText(a, b));
    return same !== negated;
  };
}

function inOrder(operator: Operator, left: Evaluator, right: Evaluator): Evaluator {
  const takesEqual = operator === "<=" || operator === ">=";
  const direction = operator === ">" || operator === ">=" ? 1 : -1;
  return (row, frame) => {
    const a = left(row, frame) as string | null;
    const b = right(row, frame) as string | null;
    if (a === null || b === null) return takesEqual && a === b;
    const order = compareText(a, b) * direction;
    return order > 0 || (takesEqual && order === 0);
  };
}
