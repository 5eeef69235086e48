import type { Value } from "../../../values/index.ts";
import { EvaluationError } from "../../runtime/evaluation-error.ts";
import type { BinaryNode, RowSlot } from "../../tree/node.ts";
import { unwindPair } from "../../tree/unwind.ts";
import { compileRow } from "./compile-row.ts";
import type { Evaluator, Frame } from "./frame.ts";

type Step = (left: Value, right: Value, frame: Frame) => Value;

/** Runs of operators longer than this are folded in a loop, so that the depth of calls stays bounded. */
const LONGEST_NESTED = 64;

export function compileBinary(node: BinaryNode, innermost: RowSlot): Evaluator {
  const [begin, rest] = unwindPair(node);
  const start = compileRow(begin, innermost);
  const rights = rest.map(({ right }) => compileRow(right, innermost));
  const computes = rest.map(stepOf);
  if (rest.length <= LONGEST_NESTED) {
    return computes.reduce((left, compute, index) => pair(left, rights[index] as Evaluator, compute), start);
  }
  return (row, frame) => {
    let value = start(row, frame);
    for (const [index, compute] of computes.entries())
      value = compute(value, (rights[index] as Evaluator)(row, frame), frame);
    return value;
  };
}

function pair(left: Evaluator, right: Evaluator, compute: Step): Evaluator {
  return (row, frame) => compute(left(row, frame), right(row, frame), frame);
}

/** What a node does with its operands, its errors placed where there can be any. */
function stepOf(node: BinaryNode): Step {
  const { evaluate, operator, left: family, result } = node.rule;
  const isList = family === "list";
  const isText = operator === "&";
  if (!isList && !isText && result !== "Number") return evaluate;
  return (left, right, { context }) => {
    try {
      const added = lengthOf(right);
      if (isList) context.meter.buildList(lengthOf(left) + added);
      else if (isText) context.meter.buildText(lengthOf(left) + added, added);
      return evaluate(left, right);
    } catch (error) {
      throw EvaluationError.placed(error, node);
    }
  };
}

function lengthOf(value: Value): number {
  return typeof value === "string" || Array.isArray(value) ? value.length : 0;
}
