import { compareValues, type Family } from "../../../values/index.ts";
import { isOrdered } from "../../tree/type.ts";
import type { FastShape } from "../frame.ts";

/** Two numbers, dates, times or durations compared with each other; only close ones need a closer look. */
export const compareNumbers: FastShape = (node, _, compile) => {
  if (node.op !== "binary" || node.rule.id !== "comparison") return undefined;
  const { operator } = node.rule;
  const family = node.rule.left as Family;
  if (!isOrdered(family)) return undefined;
  const { sync: left } = compile(node.left);
  const { sync: right } = compile(node.right);
  if (left === undefined || right === undefined) return undefined;
  const whenLess = operator === "<" || operator === "<=" || operator === "<>";
  const whenGreater = operator === ">" || operator === ">=" || operator === "<>";
  const whenEqual = operator === "=" || operator === "<=" || operator === ">=";
  return {
    sync(row, frame) {
      const a = left(row, frame) as number | null;
      const b = right(row, frame) as number | null;
      if (a === null || b === null) return a === b ? whenEqual : operator === "<>";
      const difference = a - b;
      const near = (a < 0 ? -a : a) * NEAR;
      const order = difference > near || difference < -near ? difference : compareValues(a, b, family);
      return order < 0 ? whenLess : order > 0 ? whenGreater : whenEqual;
    },
  };
};

/** Numbers further apart than this share of one of them are never equal to 15 digits. */
const NEAR = 1e-12;
