import {
  compareText,
  compareValues,
  equalText,
  type Family,
  foldText,
  hashOf,
  NEAR,
  type Value,
} from "../../values/index.ts";
import { isIn } from "../functions/list/is-in.ts";
import { type Bounds, isBounded, operandAndConstant } from "../rewrite/bounded-comparison.ts";
import type { Operator } from "../syntax/ast.ts";
import { ownColumn } from "../tree/facts.ts";
import type { Node } from "../tree/node.ts";
import { isOrdered, valueFamilyOf } from "../tree/type.ts";
import type { Evaluator, FastShape } from "./frame.ts";
import { chargeSize } from "./values/call.ts";

/** A number, date, time or duration compared with a constant. */
const compareWithBounds: FastShape = (node, innermost, compile) => {
  if (!isBounded(node)) return undefined;
  const [operand] = operandAndConstant(node);
  const index = ownColumn(operand, innermost);
  if (index !== undefined) return { sync: boundedColumn(index, node.bounds) };
  const { sync } = compile(operand);
  return sync && { sync: boundedValue(sync, node.bounds) };
};

/** Cells are finite, so one end is enough where the other is open. */
export function boundedColumn(index: number, { low, high, outside }: Bounds): Evaluator {
  if (outside) {
    return (row) => {
      const value = row[index] as number | null | undefined;
      return value == null || value < low || value >= high;
    };
  }
  return (row) => {
    const value = row[index] as number | null | undefined;
    return value != null && value >= low && value < high;
  };
}

function boundedValue(operand: Evaluator, { low, high, outside }: Bounds): Evaluator {
  return (row, frame) => {
    const value = operand(row, frame) as number | null;
    return value === null ? outside : (value >= low && value < high) !== outside;
  };
}

/** Texts compared with each other, and with a constant, whose fold is made once. */
const compareTexts: FastShape = (node, _, compile) => {
  if (node.op !== "binary" || node.rule.id !== "comparison" || node.rule.left !== "text") return undefined;
  const { operator } = node.rule;
  const { sync: left } = compile(node.left);
  const { sync: right } = compile(node.right);
  if (left === undefined || right === undefined) return undefined;
  if (operator !== "=" && operator !== "<>") return { sync: inOrder(operator, left, right) };
  const negated = operator === "<>";
  const [operand, constant] = operandAndConstant(node);
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

/** Two numbers, dates, times or durations compared with each other; only close ones need a closer look. */
const compareNumbers: FastShape = (node, _, compile) => {
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

/** `IN(value, list of constants)`: the list becomes a set once. */
const isInConstants: FastShape = (node, _, compile) => {
  if (node.op !== "call" || node.definition !== isIn) return undefined;
  const [value, list] = node.arguments as readonly [Node, Node];
  if (list.op !== "constant" || !Array.isArray(list.value)) return undefined;
  const items: readonly Value[] = list.value;
  const family = valueFamilyOf(value.type);
  const { sync: operand } = compile(value);
  if (operand === undefined) return undefined;
  return { sync: family === "text" ? textIn(operand, items) : valueIn(operand, items, family) };
};

function valueIn(operand: Evaluator, items: readonly Value[], family: Family): Evaluator {
  const hashes = new Set(items.map((item) => hashOf(item, family)));
  return (row, frame) => {
    const value = operand(row, frame);
    chargeSize(value, frame);
    return hashes.has(hashOf(value, family));
  };
}

/** Most texts differ from all items in their first letter, without folding them. */
function textIn(operand: Evaluator, items: readonly Value[]): Evaluator {
  const texts = items.filter((item) => typeof item === "string").map(foldText);
  const folded = new Set(texts);
  const hasBlank = items.includes(null);
  const begins = new Uint8Array(128);
  for (const text of texts) {
    const first = text.charCodeAt(0);
    if (first < 128) begins[first] = 1;
    if (first >= 97 && first <= 122) begins[first - 32] = 1;
  }
  return (row, frame) => {
    const value = operand(row, frame) as string | null;
    if (value === null) return hasBlank;
    chargeSize(value, frame);
    const first = value.charCodeAt(0);
    return first < 128 && begins[first] === 0 ? false : folded.has(foldText(value));
  };
}

/** The shapes of each kind of node, in the order in which they are tried. */
const SHAPES: Partial<Record<Node["op"], readonly FastShape[]>> = {
  binary: [compareWithBounds, compareTexts, compareNumbers],
  call: [isInConstants],
};

/** The closure of the first shape that the node has. */
export const fastPart: FastShape = (node, innermost, compile) => {
  for (const shape of SHAPES[node.op] ?? []) {
    const part = shape(node, innermost, compile);
    if (part !== undefined) return part;
  }
  return undefined;
};
