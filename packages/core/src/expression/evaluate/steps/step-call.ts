import type { Value } from "../../../values/index.ts";
import { isGroup } from "../../check/check-strict-call.ts";
import { EvaluationError } from "../../runtime/evaluation-error.ts";
import type { Steps } from "../../runtime/steps.ts";
import type { CallArgument, CallNode, Node } from "../../tree/node.ts";
import { chargeParts } from "../rows/charge-parts.ts";
import { compileCall } from "../rows/compile-call.ts";
import { type Frame, NO_ROW } from "../rows/frame.ts";
import type { StepPart, Stepwise } from "./step-part.ts";
import { operandAt } from "./step-strict.ts";
import { type StepPlace, stepPart } from "./steps-of.ts";

/** A call with its arguments evaluated first, in steps; then the function runs, in steps where it can. */
export function stepCall(node: CallNode, place: StepPlace): Stepwise {
  const parts = node.arguments.flatMap((argument) => stepArgument(argument, place));
  const run =
    node.evaluator.inSteps === undefined ? atOnce(node, place) : inSteps(node, node.evaluator.inSteps);
  const skips = node.definition.skipsBlanks;
  return function* (row, frame) {
    const values: Value[] = [];
    for (const { part, isGrouped } of parts) {
      const value = part.now ? part.now(row, frame) : yield* part.steps(row, frame);
      if (skips && value === null && !isGrouped) return null;
      values.push(value);
    }
    const answer = yield* run(values, frame);
    if (frame.context.meter.turn.isOver) yield;
    return answer;
  };
}

interface ArgumentPart {
  readonly part: StepPart;
  /** Whether it is one of repeated arguments, whose blanks the function sees. */
  readonly isGrouped: boolean;
}

function stepArgument(argument: CallArgument, place: StepPlace): readonly ArgumentPart[] {
  if (argument === undefined) return [];
  if (!isGroup(argument)) return [{ part: stepPart(argument, place), isGrouped: false }];
  return argument.map((item) => ({ part: stepPart(item, place), isGrouped: true }));
}

type Run = (values: readonly Value[], frame: Frame) => Steps<Value>;

/** The closure that the call always is, over locals. */
function atOnce(node: CallNode, { free, innermost }: StepPlace): Run {
  const call = compileCall({ ...node, arguments: operandsOf(node, free) }, innermost);
  // biome-ignore lint/correctness/useYield: the function itself cannot pause.
  return function* (values, frame) {
    for (const [at, value] of values.entries()) frame.locals[free + at] = value;
    return call(NO_ROW, frame);
  };
}

function operandsOf({ arguments: given }: CallNode, free: number): readonly CallArgument[] {
  let next = free;
  const operand = (node: Node) => operandAt(next++, node);
  return given.map((one) => (one === undefined ? one : isGroup(one) ? one.map(operand) : operand(one)));
}

function inSteps(node: CallNode, evaluate: NonNullable<CallNode["evaluator"]["inSteps"]>): Run {
  return function* (values, frame) {
    const rest = values.values();
    const next = () => rest.next().value ?? null;
    const operands = node.arguments.map((one) =>
      one === undefined ? one : isGroup(one) ? one.map(next) : next(),
    );
    if (node.definition.isPure) for (const value of values) chargeParts(value, frame);
    try {
      return yield* evaluate(...operands, frame.context);
    } catch (error) {
      throw EvaluationError.placed(error, node);
    }
  };
}
