import type { Value } from "../../values/index.ts";
import type { RequestContext } from "../runtime/request-context.ts";
import type { Task } from "../runtime/time-slice.ts";
import type { CheckedExpression } from "../tree/checked-expression.ts";
import { evaluatorOf, partOf } from "./compile.ts";
import type { ComputedValues } from "./computed-values.ts";
import { makeFrame, NO_ROW, type Row } from "./frame.ts";

/**
 * The value of an expression on one row. `before` is the row before the change, where the expression may ask for it.
 * Throws `EvaluationError` when a limit is reached or a result cannot be kept. `computed` is shared by evaluations on one row. `around` are the rows around it, where
 * the expression is about the innermost of several.
 */
export function evaluateRow(
  expression: CheckedExpression,
  row: Row,
  context: RequestContext,
  before?: Row,
  computed?: ComputedValues,
  around?: readonly Row[],
): Value {
  const existing = computed?.find(expression, row);
  if (existing !== undefined) return existing;
  const value = evaluatorOf(expression)(row, makeFrame(row, context, before, computed, around));
  computed?.keep(expression, row, value);
  return value;
}

/** As `evaluateRow`, with pauses wherever they are due. */
export function* evaluateAsTask(
  expression: CheckedExpression,
  row: Row,
  context: RequestContext,
  before?: Row,
  computed?: ComputedValues,
  around?: readonly Row[],
): Task<Value> {
  const { sync, task } = partOf(expression);
  const existing = computed?.find(expression, row);
  if (existing !== undefined) return existing;
  const frame = makeFrame(row, context, before, computed, around);
  const value = sync ? sync(row, frame) : yield* task(row, frame);
  computed?.keep(expression, row, value);
  return value;
}

/** `evaluateRow` for many rows of one request, one after the other: what does not change from row to row is made once. */
export function rowEvaluatorIn(expression: CheckedExpression, context: RequestContext): (row: Row) => Value {
  const evaluate = evaluatorOf(expression);
  const frame = makeFrame(NO_ROW, context);
  return (row) => {
    frame.rows[0] = row;
    return evaluate(row, frame);
  };
}

/**
 * An expression on one row after another of a request, as a closure where it is one, else as a task:
 * `evaluation.sync ? evaluation.sync(row) : yield* evaluation.task(row)`.
 */
export class RowEvaluation {
  readonly sync: ((row: Row) => Value) | undefined;
  readonly #task: (row: Row) => Task<Value>;

  constructor(expression: CheckedExpression, context: RequestContext) {
    this.sync = partOf(expression).sync && rowEvaluatorIn(expression, context);
    this.#task = (row) => evaluateAsTask(expression, row, context);
  }

  task(row: Row): Task<Value> {
    return this.#task(row);
  }
}
