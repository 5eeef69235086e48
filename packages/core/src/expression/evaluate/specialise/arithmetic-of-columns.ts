import type { BinaryNode } from "../../node.ts";
import type { Evaluator } from "../frame.ts";
import { roundingOf } from "../rounding-of.ts";
import { type ColumnPair, columnPair } from "./column-pair.ts";
import { plain } from "./plain.ts";
import type { Specialisation } from "./specialisation.ts";

/** `+`, `-` and `*` of two columns, or of a column and a constant. Blanks and large results are left to the plain closure. */
export const arithmeticOfColumns: Specialisation = (node, innermost) => {
  const pair = columnPair(node, innermost);
  return pair && evaluatorOf(pair, roundOf(pair.node), plain(node, innermost));
};

type Round = (value: number) => number;

/** Results up to here need no look at overflow. */
export const LARGEST_EXACT = Number.MAX_SAFE_INTEGER;

function roundOf(node: BinaryNode): Round {
  return node.rule.result === "Decimal" ? roundingOf(node) : (value) => value + 0; // never -0
}

function evaluatorOf({ operator, left, right }: ColumnPair, round: Round, otherwise: Evaluator): Evaluator {
  if ("constant" in right) return withConstant(operator, left, right.constant, round, otherwise);
  const { column } = right;
  switch (operator) {
    case "+":
      return (row, frame) => {
        const a = row[left] as number | null | undefined;
        const b = row[column] as number | null | undefined;
        if (a == null || b == null) return otherwise(row, frame);
        const value = a + b;
        return value <= LARGEST_EXACT && value >= -LARGEST_EXACT ? round(value) : otherwise(row, frame);
      };
    case "-":
      return (row, frame) => {
        const a = row[left] as number | null | undefined;
        const b = row[column] as number | null | undefined;
        if (a == null || b == null) return otherwise(row, frame);
        const value = a - b;
        return value <= LARGEST_EXACT && value >= -LARGEST_EXACT ? round(value) : otherwise(row, frame);
      };
    case "*":
      return (row, frame) => {
        const a = row[left] as number | null | undefined;
        const b = row[column] as number | null | undefined;
        if (a == null || b == null) return otherwise(row, frame);
        const value = a * b;
        return value <= LARGEST_EXACT && value >= -LARGEST_EXACT ? round(value) : otherwise(row, frame);
      };
  }
}

function withConstant(
  operator: ColumnPair["operator"],
  left: number,
  constant: number,
  round: Round,
  otherwise: Evaluator,
): Evaluator {
  if (operator === "*") {
    return (row, frame) => {
      const a = row[left] as number | null | undefined;
      if (a == null) return otherwise(row, frame);
      const value = a * constant;
      return value <= LARGEST_EXACT && value >= -LARGEST_EXACT ? round(value) : otherwise(row, frame);
    };
  }
  const added = operator === "+" ? constant : -constant;
  return (row, frame) => {
    const a = row[left] as number | null | undefined;
    if (a == null) return otherwise(row, frame);
    const value = a + added;
    return value <= LARGEST_EXACT && value >= -LARGEST_EXACT ? round(value) : otherwise(row, frame);
  };
}
