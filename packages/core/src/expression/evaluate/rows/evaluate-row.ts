import type { Value } from "../../../values/index.ts";
import { rewrite } from "../../rewrite/rewrite.ts";
import type { RewrittenExpression } from "../../rewrite/rewritten-expression.ts";
import type { RequestContext } from "../../runtime/request-context.ts";
import type { CheckedExpression } from "../../tree/checked-expression.ts";
import { compileRow } from "./compile-row.ts";
import { ComputedValues } from "./computed-values.ts";
import { type Evaluator, makeFrame, NO_ROW } from "./frame.ts";

/** The closure of a checked expression, built at its first use and kept with it. */
export function rowEvaluatorOf(expression: CheckedExpression): Evaluator {
  return rewrite(expression).evaluatorBy(compileRoot);
}

/** What several parts of the expression read of computed columns is computed once for each evaluation. */
function compileRoot({ checked, root }: RewrittenExpression): Evaluator {
  const evaluate = compileRow(root, 0);
  if (ComputedValues.for(checked) === undefined) return evaluate;
  return (row, frame) =>
    evaluate(row, frame.computed === undefined ? { ...frame, computed: ComputedValues.for(checked) } : frame);
}

/**
 * The value of an expression on one row. `before` is the row before the change, where the expression may ask for it.
 * Throws `EvaluationError` when a limit is reached or a result cannot be kept. `computed` is shared by evaluations on one row.
 */
export function evaluateRow(
  expression: CheckedExpression,
  row: readonly Value[],
  context: RequestContext,
  before?: readonly Value[],
  computed?: ComputedValues,
): Value {
  const existing = computed?.find(expression, row);
  if (existing !== undefined) return existing;
  const value = rowEvaluatorOf(expression)(row, makeFrame(row, context, before, computed));
  computed?.keep(expression, row, value);
  return value;
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
