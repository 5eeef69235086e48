import { compareText, equalText, foldText } from "../../../../values/index.ts";
import { sidesOf } from "../../../rewrite/sides-of.ts";
import type { Operator } from "../../../syntax/ast.ts";
import { ownColumn } from "../../../tree/own-column.ts";
import { compileRow } from "../compile-row.ts";
import type { Evaluator } from "../frame.ts";
import type { Specialisation } from "./specialisation.ts";

/** Texts compared with each other, and with a constant, whose fold is made once. */
export const compareTexts: Specialisation = (node, innermost) => {
  if (node.op !== "binary" || node.rule.id !== "comparison" || node.rule.left !== "text") return undefined;
  const { left, right, rule } = node;
  const isEquality = rule.operator === "=" || rule.operator === "<>";
  if (!isEquality) return inOrder(rule.operator, compileRow(left, innermost), compileRow(right, innermost));
  const negated = rule.operator === "<>";
  const [operand, constant] = sidesOf(node);
  if (constant.op !== "constant" || typeof constant.value !== "string")
    return equal(compileRow(left, innermost), compileRow(right, innermost), negated);
  const folded = foldText(constant.value);
  const index = ownColumn(operand, innermost);
  if (index === undefined) return equalToConstant(compileRow(operand, innermost), folded, negated);
  return columnEqualToConstant(index, folded, negated);
};

function columnEqualToConstant(index: number, constant: string, negated: boolean): Evaluator {
  return (row) => {
    const value = row[index] as string | null | undefined;
    return value == null ? negated : equalText(value, constant) !== negated;
  };
}

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
