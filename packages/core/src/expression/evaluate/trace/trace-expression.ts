import type { Value } from "../../../values/index.ts";
import { EvaluationError, explainEvaluationError } from "../../runtime/evaluation-error.ts";
import type { RequestContext } from "../../runtime/request-context.ts";
import type { CheckedExpression } from "../../tree/checked-expression.ts";
import { writeJson } from "../../tree/json-value.ts";
import { typeName } from "../../tree/type.ts";
import { observeReference } from "../evaluate-reference.ts";
import { NO_ROW } from "../rows/frame.ts";
import { indexedRows } from "./indexed-rows.ts";
import type { Trace } from "./trace.ts";
import { Tracer } from "./tracer.ts";

/** What evaluating an expression on a row does. It has the value or the error of `evaluateRow` with the same arguments. */
export function traceExpression(
  expression: CheckedExpression,
  row: readonly Value[],
  context: RequestContext,
  before: readonly Value[] = NO_ROW,
): Trace {
  const { source, type } = expression;
  const tracer = new Tracer(source, context.meter);
  const about = { source, type: typeName(type) };
  try {
    const value = observeReference(expression, row, context, before, indexedRows, tracer);
    return { ...about, value: writeJson(value, type), root: tracer.finish() };
  } catch (thrown) {
    if (!(thrown instanceof EvaluationError)) throw thrown;
    const placed = tracer.failing;
    if (placed !== undefined) EvaluationError.placed(thrown, placed);
    return { ...about, error: explainEvaluationError(thrown), root: tracer.finish() };
  }
}
