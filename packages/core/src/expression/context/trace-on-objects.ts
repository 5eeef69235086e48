import type { ExpressionScope } from "../check/check-state.ts";
import type { Trace } from "../evaluate/trace/trace.ts";
import { traceExpression } from "../evaluate/trace/trace-expression.ts";
import type { CheckedExpression } from "../tree/checked-expression.ts";
import { readsOf } from "../tree/reads.ts";
import { rowBefore } from "./bind-context.ts";
import { BoundRequest } from "./bound-request.ts";
import type { EvaluationContext } from "./public-scope.ts";
import { RowReader } from "./row-reader.ts";

/** A trace in a context of the public face, of which it reads what `ObjectEvaluation` does. Throws `EvaluationError` for what does not read. */
export function traceOnObjects(
  expression: CheckedExpression,
  scope: ExpressionScope,
  context: EvaluationContext,
): Trace {
  const reads = readsOf(expression);
  const request = new BoundRequest(scope, context, reads.tables);
  const table = scope.row;
  if (table === undefined) return traceExpression(expression, [], request);
  const read = (positions: ReadonlySet<number>, json = {}) => {
    const reader = new RowReader(table, positions);
    const row = reader.makeRow();
    reader.read(json, row, request.forms);
    return row;
  };
  const row = read(reads.row, context.row);
  const before = reads.before.size === 0 ? undefined : read(reads.before, rowBefore(context));
  return traceExpression(expression, row, request, before);
}
