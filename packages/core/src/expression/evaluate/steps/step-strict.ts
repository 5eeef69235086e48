import type { Value } from "../../../values/index.ts";
import type { BinaryNode, ConvertNode, ListNode, LocalNode, Node, SignNode } from "../../tree/node.ts";
import { unwindPair } from "../../tree/unwind.ts";
import { compilePlain } from "../rows/compile-row.ts";
import type { Stepwise } from "./step-part.ts";
import { type StepPlace, stepPart } from "./steps-of.ts";

/** Stands for an operand whose value is known: the operator itself is the closure it always is, over locals. */
export function operandAt(local: number, { type, start, end }: Node): LocalNode {
  return { op: "local", local, type, start, end };
}

/** A run of operators, from the left. */
export function stepBinary(node: BinaryNode, place: StepPlace): Stepwise {
  const [begin, others] = unwindPair(node);
  const start = stepPart(begin, place);
  const { free } = place;
  const rest = others.map((step) => ({
    right: stepPart(step.right, place),
    compute: compilePlain(
      { ...step, left: operandAt(free, step.left), right: operandAt(free + 1, step.right) },
      place.innermost,
    ),
  }));
  return function* (row, frame) {
    const { turn } = frame.context.meter;
    let value = start.now ? start.now(row, frame) : yield* start.steps(row, frame);
    for (const { right, compute } of rest) {
      const other = right.now ? right.now(row, frame) : yield* right.steps(row, frame);
      frame.locals[free] = value;
      frame.locals[free + 1] = other;
      value = compute(row, frame);
      if (turn.isOver) yield;
    }
    return value;
  };
}

/** A sign or a conversion before its operand. */
export function stepOperand(node: SignNode | ConvertNode, place: StepPlace): Stepwise {
  const operand = stepPart(node.operand, place);
  const { free, innermost } = place;
  const compute = compilePlain({ ...node, operand: operandAt(free, node.operand) }, innermost);
  return function* (row, frame) {
    frame.locals[free] = operand.now ? operand.now(row, frame) : yield* operand.steps(row, frame);
    return compute(row, frame);
  };
}

export function stepList({ items }: ListNode, place: StepPlace): Stepwise {
  const parts = items.map((item) => stepPart(item, place));
  return function* (row, frame) {
    const values: Value[] = [];
    for (const part of parts) values.push(part.now ? part.now(row, frame) : yield* part.steps(row, frame));
    return values;
  };
}
