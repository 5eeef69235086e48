import type { Value } from "../../../values/index.ts";
import { EvaluationError, explainEvaluationError } from "../../runtime/evaluation-error.ts";
import type { RequestContext } from "../../runtime/request-context.ts";
import type { CheckedExpression } from "../../tree/checked-expression.ts";
import { everyTable, typeName } from "../../tree/type.ts";
import { writeJson } from "../../tree/value-forms.ts";
import { observeReference, type RowAccess } from "../evaluate-reference.ts";
import { NO_ROW } from "../frame.ts";
import { findBinding } from "../scans/candidates.ts";
import type { Trace } from "./trace.ts";
import { Tracer } from "./tracer.ts";

/** The values of computed columns that other traces of the same rows show: here they are values without parts. */
export type TracedColumns = Map<readonly Value[], Map<CheckedExpression, Value>>;

/** What evaluating an expression on a row does. It has the value or the error of `evaluateRow` with the same arguments. */
export function traceExpression(
  expression: CheckedExpression,
  row: readonly Value[],
  context: RequestContext,
  before: readonly Value[] = NO_ROW,
  computed: TracedColumns = new Map(),
): Trace {
  const { source, type } = expression;
  const tracer = new Tracer(expression, context.meter);
  const about = { source, type: typeName(type, everyTable) };
  try {
    const shared = { computed, access: indexedRows, observer: tracer };
    const value = observeReference(expression, row, context, before, shared);
    computed.set(row, (computed.get(row) ?? new Map()).set(expression, value));
    return { ...about, value: writeJson(value, type), root: tracer.finish() };
  } catch (thrown) {
    if (!(thrown instanceof EvaluationError)) throw thrown;
    const placed = tracer.failing;
    if (placed !== undefined) EvaluationError.withSpan(thrown, placed);
    return { ...about, error: explainEvaluationError(thrown), root: tracer.finish() };
  }
}

/** As evaluation does: a row by its key, and the rows of an equality by an index, so that a trace reads no more than it. */
const indexedRows: RowAccess = {
  rowOf: (context, table, key) => (key === null ? undefined : context.rowsOf(table.name).find(key)),
  candidates: (context, { table, slot, condition }, evaluate) => {
    const stored = context.rowsOf(table.name);
    const binding = condition && findBinding(condition, slot);
    if (binding === undefined) return stored.rows;
    let value: Value;
    try {
      value = evaluate(binding.value);
    } catch (error) {
      // The condition itself may never come as far as this part: it decides whether the error is met.
      if (error instanceof EvaluationError && error.code.startsWith("run/")) return stored.rows;
      throw error;
    }
    return stored.matching(binding.column, binding.family, value);
  },
};
