import { addDecimals, multiplyDecimals, subtractDecimals } from "../../../../values/index.ts";
import type { Evaluator } from "../frame.ts";
import { type ColumnPair, columnPair } from "./column-pair.ts";
import { plain } from "./plain.ts";
import type { Specialisation } from "./specialisation.ts";

/** `+`, `-` and `*` of two columns, or of a column and a constant. Blanks and large results are left to the plain closure. */
export const arithmeticOfColumns: Specialisation = (node, innermost) => {
  const pair = columnPair(node, innermost);
  return pair && evaluatorOf(pair, plain(node, innermost));
};

/** Results up to here need no look at overflow. */
export const LARGEST_EXACT = Number.MAX_SAFE_INTEGER;

type Compute = (left: number, right: number) => number;

function evaluatorOf({ operator, left, right, node }: ColumnPair, otherwise: Evaluator): Evaluator {
  const compute = (node.rule.result === "Decimal" ? DECIMAL : WHOLE)[operator];
  if ("constant" in right) {
    const { constant } = right;
    return (row, frame) => {
      const a = row[left] as number | null | undefined;
      if (a == null) return otherwise(row, frame);
      const value = compute(a, constant);
      return value <= LARGEST_EXACT && value >= -LARGEST_EXACT ? value : otherwise(row, frame);
    };
  }
  const { column } = right;
  return (row, frame) => {
    const a = row[left] as number | null | undefined;
    const b = row[column] as number | null | undefined;
    if (a == null || b == null) return otherwise(row, frame);
    const value = compute(a, b);
    return value <= LARGEST_EXACT && value >= -LARGEST_EXACT ? value : otherwise(row, frame);
  };
}

const DECIMAL: Readonly<Record<ColumnPair["operator"], Compute>> = {
  "+": addDecimals,
  "-": subtractDecimals,
  "*": multiplyDecimals,
};

/** Never -0. */
const WHOLE: Readonly<Record<ColumnPair["operator"], Compute>> = {
  "+": (left, right) => left + right + 0,
  "-": (left, right) => left - right + 0,
  "*": (left, right) => left * right + 0,
};
