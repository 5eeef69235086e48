import type { Value } from "../../../values/index.ts";
import { EvaluationError } from "../../runtime/evaluation-error.ts";
import type { BinaryNode } from "../../tree/node.ts";
import { unwindPair } from "../../tree/walk.ts";
import { type Compile, closuresOf, type Evaluator, type Frame, type Part } from "../frame.ts";

type Compute = (left: Value, right: Value, frame: Frame) => Value;

/** Longer runs of operators are folded in a loop, so that the depth of calls stays bounded. */
const LONGEST_NESTED = 64;

/** A run of operators, evaluated from the left. */
export function compileBinary(node: BinaryNode, compile: Compile): Part {
  const [begin, rest] = unwindPair(node);
  const start = compile(begin);
  const rights = rest.map(({ right }) => compile(right));
  const computes = rest.map(computeOf);
  const closures = closuresOf(rights);
  if (start.sync === undefined || closures === undefined) return asTask(start, rights, computes);
  if (closures.length <= LONGEST_NESTED)
    return {
      sync: computes.reduce(
        (left, compute, at) => pair(left, closures[at] as Evaluator, compute),
        start.sync,
      ),
    };
  const { sync: first } = start;
  return {
    sync(row, frame) {
      let value = first(row, frame);
      for (const [at, compute] of computes.entries())
        value = compute(value, (closures[at] as Evaluator)(row, frame), frame);
      return value;
    },
  };
}

function pair(left: Evaluator, right: Evaluator, compute: Compute): Evaluator {
  return (row, frame) => compute(left(row, frame), right(row, frame), frame);
}

function asTask(start: Part, rights: readonly Part[], computes: readonly Compute[]): Part {
  return {
    *task(row, frame) {
      const { timeSlice } = frame.context.meter;
      let value = start.sync ? start.sync(row, frame) : yield* start.task(row, frame);
      for (const [at, compute] of computes.entries()) {
        const right = rights[at] as Part;
        value = compute(value, right.sync ? right.sync(row, frame) : yield* right.task(row, frame), frame);
        if (timeSlice.isOver) yield;
      }
      return value;
    },
  };
}

/** What a node does with the values of its operands. Errors are located at the node. */
function computeOf(node: BinaryNode): Compute {
  const { evaluate, operator, left: family, result } = node.rule;
  const isList = family === "list";
  const isText = operator === "&";
  if (!isList && !isText && result !== "Number") return evaluate;
  return (left, right, { context }) => {
    try {
      const added = lengthOf(right);
      if (isList && operator === "-") {
        context.meter.buildList(lengthOf(left)); // taking items out makes no list longer
        context.meter.spend(added);
      } else if (isList) context.meter.buildList(lengthOf(left) + added);
      else if (isText) context.meter.buildText(lengthOf(left) + added, added);
      return evaluate(left, right);
    } catch (error) {
      throw EvaluationError.withSpan(error, node);
    }
  };
}

function lengthOf(value: Value): number {
  return typeof value === "string" || Array.isArray(value) ? value.length : 0;
}
