import {
  addDecimals,
  type BinaryNode,
  multiplyDecimals,
  type Node,
  type RowSlot,
  subtractDecimals,
} from "@tablewright/core/compiler";
import { EvaluationError } from "@tablewright/core/storage";
import type { Computation } from "./column-run.ts";
import { computeByRow, computeByText, oneTextColumn } from "./row-by-row.ts";

/** The computation of a number, date, time or duration over columns of the rows in `slot`. */
export function compileComputation(node: Node, slot: RowSlot): Computation {
  if (node.op === "column" && node.slot === slot) return gather(node.index);
  if (node.op === "constant") return repeat(node.value as number | null);
  if (node.op === "binary" && isArithmetic(node)) return arithmetic(node, slot);
  const text = oneTextColumn(node, slot);
  return text === undefined ? computeByRow(node, slot) : computeByText(node, slot, text);
}

/** Whether the node is `+`, `-` or `*` of two numbers whose operands are worth computing by columns. */
export function isArithmetic({ rule, left, right }: BinaryNode): boolean {
  const isKnown = rule.operator === "+" || rule.operator === "-" || rule.operator === "*";
  return isKnown && rule.left === "number" && rule.right === "number" && isShallow(left) && isShallow(right);
}

/** A chain of operators may be thousands deep on its left; only short ones are taken apart here. */
function isShallow(node: Node): boolean {
  let depth = 0;
  for (let next = node; next.op === "binary"; next = next.left) depth += 1;
  return depth <= DEEPEST;
}

const DEEPEST = 32;

function gather(index: number): Computation {
  return (positions, count, out, { table }) => {
    const numbers = table.numbers(index);
    for (let at = 0; at < count; at++) out[at] = numbers[positions[at] as number] as number;
  };
}

function repeat(value: number | null): Computation {
  return (_, count, out) => {
    out.fill(value ?? Number.NaN, 0, count);
  };
}

function arithmetic(node: BinaryNode, slot: RowSlot): Computation {
  const left = compileComputation(node.left, slot);
  const right = compileComputation(node.right, slot);
  const isWhole = node.rule.result === "Number";
  const apply = (isWhole ? OPERATIONS : decimalOperations)[node.rule.operator as keyof typeof OPERATIONS];
  return (positions, count, out, run) => {
    const others = run.takeNumbers();
    left(positions, count, out, run);
    right(positions, count, others, run);
    apply(out, others, count);
    if (isWhole) refuseOverflow(out, count, node);
    run.giveNumbers(others);
  };
}

/** Those of whole numbers, with blanks as `decimalOperations` has them. */
const OPERATIONS: Readonly<Record<"+" | "-" | "*", Operation>> = {
  "+": (left, right, count) => {
    for (let at = 0; at < count; at++) {
      const a = left[at] as number;
      const b = right[at] as number;
      const value = a + b;
      left[at] = Number.isNaN(value) ? (Number.isNaN(a) ? b : a) : value;
    }
  },
  "-": (left, right, count) => {
    for (let at = 0; at < count; at++) {
      const a = left[at] as number;
      const b = right[at] as number;
      const value = a - b;
      left[at] = Number.isNaN(value) ? (Number.isNaN(a) ? 0 - b : a) : value;
    }
  },
  "*": (left, right, count) => {
    for (let at = 0; at < count; at++) {
      const a = left[at] as number;
      const b = right[at] as number;
      const value = a * b;
      left[at] = Number.isNaN(value) && !(Number.isNaN(a) && Number.isNaN(b)) ? 0 : value;
    }
  },
};

function refuseOverflow(numbers: Float64Array, count: number, node: BinaryNode): void {
  for (let at = 0; at < count; at++) {
    const magnitude = Math.abs(numbers[at] as number);
    if (!(magnitude > Number.MAX_SAFE_INTEGER)) continue;
    if (magnitude !== Number.POSITIVE_INFINITY)
      throw EvaluationError.withSpan(new EvaluationError("run/overflow"), node);
    numbers[at] = Number.NaN;
  }
}

/** Computes in the left array with each number of the right one. */
type Operation = (left: Float64Array, right: Float64Array, count: number) => void;

/**
 * `+`, `-` and `*` of decimals over arrays. A blank is NaN and counts as 0 with a number; results that are not finite
 * become blank. Each has a loop of its own, into which its arithmetic is inlined.
 */
const decimalOperations: Readonly<Record<"+" | "-" | "*", Operation>> = {
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
