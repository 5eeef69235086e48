import {
  type CheckedExpression,
  makeFrame,
  type RequestContext,
  rowEvaluatorOf,
} from "@tablewright/core/expression";
import type { Row } from "@tablewright/core/storage";

/**
 * Asks of one row after the other whether all conditions are TRUE, in their order and no further than the first that
 * is not. Each row costs one step of the request's budget; throws what evaluation throws.
 */
export function rowFilter(
  conditions: readonly CheckedExpression[],
  context: RequestContext,
): (row: Row) => boolean {
  if (conditions.length === 0) return () => true;
  const frame = makeFrame([], context);
  const { meter } = context;
  const evaluators = conditions.map(rowEvaluatorOf);
  return (row) => {
    meter.spend(1);
    frame.rows[0] = row;
    for (const evaluate of evaluators) if (evaluate(row, frame) !== true) return false;
    return true;
  };
}
