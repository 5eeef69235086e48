import type { Value } from "../../../values/index.ts";
import { EvaluationError } from "../../runtime/evaluation-error.ts";
import type { BinaryNode, RowSlot } from "../../tree/node.ts";
import { type Unwound, unwind } from "../../tree/unwind.ts";
import { compileRow } from "./compile-row.ts";
import type { Evaluator } from "./frame.ts";

type Step = (left: Value, right: Value) => Value;

/** Runs of operators longer than this are folded in a loop, so that the depth of calls stays bounded. */
const LONGEST_NESTED = 64;

export function compileBinary(node: BinaryNode, innermost: RowSlot): Evaluator {
  const { first, steps } = begun(unwind(node), node);
  const start = compileRow(first, innermost);
  const rights = steps.map((step) => compileRow(step.right, innermost));
  const computes = steps.map(({ rule }) => rule.evaluate);
  if (steps.length <= LONGEST_NESTED) {
    return steps.reduce<Evaluator>((left, step, index) => {
      return pair(left, rights[index] as Evaluator, computes[index] as Step, step);
    }, start);
  }
  return (row, frame) => {
    let value = start(row, frame);
    for (const [index, compute] of computes.entries()) {
      const right = (rights[index] as Evaluator)(row, frame);
      if (steps[index]?.rule.operator === "&") chargeText(value, right, frame);
      value = placed(compute, value, right, steps[index] as BinaryNode);
    }
    return value;
  };
}

/** A run whose innermost pair may have a closure of its own: that pair becomes the leftmost operand. */
function begun({ first, steps }: Unwound, whole: BinaryNode): Unwound {
  const [innermost, ...others] = steps;
  return innermost === undefined || innermost === whole
    ? { first, steps }
    : { first: innermost, steps: others };
}

function pair(left: Evaluator, right: Evaluator, compute: Step, node: BinaryNode): Evaluator {
  if (node.rule.operator === "&" || node.rule.left === "list") {
    return (row, frame) => {
      const a = left(row, frame);
      const b = right(row, frame);
      try {
        if (node.rule.left === "list") frame.context.meter.buildList(lengthOf(a) + lengthOf(b));
        else chargeText(a, b, frame);
        return compute(a, b);
      } catch (error) {
        throw EvaluationError.placed(error, node);
      }
    };
  }
  if (node.rule.result === "Number")
    return (row, frame) => placed(compute, left(row, frame), right(row, frame), node);
  return (row, frame) => compute(left(row, frame), right(row, frame));
}

function chargeText(left: Value, right: Value, frame: Parameters<Evaluator>[1]): void {
  const added = lengthOf(right);
  frame.context.meter.buildText(lengthOf(left) + added, added);
}

function lengthOf(value: Value): number {
  return typeof value === "string" || Array.isArray(value) ? value.length : 0;
}

function placed(compute: Step, left: Value, right: Value, node: BinaryNode): Value {
  try {
    return compute(left, right);
  } catch (error) {
    throw EvaluationError.placed(error, node);
  }
}
