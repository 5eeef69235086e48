import type { Value } from "../../values/index.ts";
import type { CheckedExpression } from "../checked-expression.ts";
import type { Node } from "../node.ts";
import type { RequestContext } from "../request-context.ts";
import { compileRow } from "./compile-row.ts";
import { type Evaluator, makeFrame, NO_ROW } from "./frame.ts";

/** The closure of a checked expression, built at its first use and kept with it. */
export function rowEvaluatorOf(expression: CheckedExpression): Evaluator {
  return expression.evaluatorBy(compileRoot);
}

function compileRoot(root: Node): Evaluator {
  return compileRow(root, 0);
}

/**
 * The value of an expression on one row. `before` is the row before the change, where the expression may ask for it.
 * Throws `RunFault` when a limit is reached or a result cannot be kept.
 */
export function evaluateRow(
  expression: CheckedExpression,
  row: readonly Value[],
  context: RequestContext,
  before?: readonly Value[],
): Value {
  return rowEvaluatorOf(expression)(row, makeFrame(row, context, before));
}

/** `evaluateRow` for many rows of one request, one after the other: what does not change from row to row is made once. */
export function rowEvaluatorIn(
  expression: CheckedExpression,
  context: RequestContext,
): (row: readonly Value[]) => Value {
  const evaluate = rowEvaluatorOf(expression);
  const frame = makeFrame(NO_ROW, context);
  return (row) => {
    frame.rows[0] = row;
    return evaluate(row, frame);
  };
}
