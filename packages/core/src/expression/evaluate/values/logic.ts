import { mergeBounds } from "../../rewrite/bounded-comparison.ts";
import { EvaluationError } from "../../runtime/evaluation-error.ts";
import type { ConditionalNode, LogicNode, RowSlot, TryNode } from "../../tree/node.ts";
import { boundedColumn } from "../fast-shapes.ts";
import { type Compile, caught, closuresOf, type Evaluator, type Part } from "../frame.ts";

/** AND stops at the first condition that is not TRUE, OR at the first that is. */
export function compileLogic({ op, conditions }: LogicNode, innermost: RowSlot, compile: Compile): Part {
  const isOr = op === "or";
  const parts = isOr
    ? conditions.map((condition) => compile(condition))
    : mergeBounds(conditions, innermost).map(
        (part): Part =>
          "node" in part ? compile(part.node) : { sync: boundedColumn(part.index, part.bounds) },
      );
  const closures = closuresOf(parts);
  if (closures !== undefined) return { sync: isOr ? anyOf(closures) : allOf(closures) };
  return {
    *task(row, frame) {
      for (const part of parts) {
        const value = part.sync ? part.sync(row, frame) : yield* part.task(row, frame);
        if ((value === true) === isOr) return isOr;
      }
      return !isOr;
    },
  };
}

function allOf(conditions: readonly Evaluator[]): Evaluator {
  const { length } = conditions;
  return (row, frame) => {
    for (let at = 0; at < length; at++) if ((conditions[at] as Evaluator)(row, frame) !== true) return false;
    return true;
  };
}

function anyOf(conditions: readonly Evaluator[]): Evaluator {
  const { length } = conditions;
  return (row, frame) => {
    for (let at = 0; at < length; at++) if ((conditions[at] as Evaluator)(row, frame) === true) return true;
    return false;
  };
}

/** The value of the first branch whose condition is TRUE. */
export function compileConditional({ branches, otherwise }: ConditionalNode, compile: Compile): Part {
  const conditions = branches.map(({ condition }) => compile(condition));
  const values = branches.map(({ value }) => compile(value));
  const last = compile(otherwise);
  const [tests, results] = [closuresOf(conditions), closuresOf(values)];
  if (tests !== undefined && results !== undefined && last.sync !== undefined)
    return { sync: firstTrue(tests, results, last.sync) };
  return {
    *task(row, frame) {
      let chosen = last;
      for (const [at, part] of conditions.entries()) {
        const holds = part.sync ? part.sync(row, frame) : yield* part.task(row, frame);
        if (holds !== true) continue;
        chosen = values[at] as Part;
        break;
      }
      return chosen.sync ? chosen.sync(row, frame) : yield* chosen.task(row, frame);
    },
  };
}

function firstTrue(
  conditions: readonly Evaluator[],
  values: readonly Evaluator[],
  otherwise: Evaluator,
): Evaluator {
  const { length } = conditions;
  return (row, frame) => {
    for (let at = 0; at < length; at++)
      if ((conditions[at] as Evaluator)(row, frame) === true) return (values[at] as Evaluator)(row, frame);
    return otherwise(row, frame);
  };
}

/** A value, or another one where it is blank or cannot be computed. */
export function compileTry({ value, otherwise }: TryNode, compile: Compile): Part {
  const first = caught(compile(value), (thrown) => {
    if (!EvaluationError.isOfValue(thrown)) throw thrown;
    return null;
  });
  const second = compile(otherwise);
  const { sync: compute } = first;
  const { sync: instead } = second;
  if (compute !== undefined && instead !== undefined)
    return { sync: (row, frame) => compute(row, frame) ?? instead(row, frame) };
  return {
    *task(row, frame) {
      const result = first.sync ? first.sync(row, frame) : yield* first.task(row, frame);
      if (result !== null) return result;
      return second.sync ? second.sync(row, frame) : yield* second.task(row, frame);
    },
  };
}
