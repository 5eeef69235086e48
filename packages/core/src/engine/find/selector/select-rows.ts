import type { Diagnostic, Outcome } from "../../../diagnostics/index.ts";
import {
  type CheckedExpression,
  EvaluationError,
  evaluateAsTask,
  explainEvaluationError,
  isPauseDueAt,
  type Task,
} from "../../../expression/parts.ts";
import type { Row } from "../../../storage/index.ts";
import type { Value } from "../../../values/index.ts";
import type { Call } from "../../calls/call.ts";

/** The rows a Selector names, in the order of its list, each once; values that name no row are left out. */
export function* selectRows(call: Call, selector: CheckedExpression): Task<Outcome<readonly Row[]>> {
  const named = yield* evaluate(call, selector);
  if (named.output === undefined) return { output: undefined, diagnostics: named.diagnostics };
  const keys = Array.isArray(named.output) ? named.output : [named.output];
  const stored = call.request.rowsOf(call.table.name);
  const rows = new Set<Row>();
  for (const [at, key] of keys.entries()) {
    if (isPauseDueAt(at, call.request.meter)) yield;
    const row = key === null ? undefined : stored.find(key);
    if (row !== undefined) rows.add(row);
  }
  return { output: [...rows], diagnostics: [] };
}

function* evaluate(
  { request }: Call,
  selector: CheckedExpression,
): Task<Outcome<Value> & { readonly diagnostics: readonly Diagnostic[] }> {
  try {
    return { output: yield* evaluateAsTask(selector, [], request), diagnostics: [] };
  } catch (thrown) {
    if (thrown instanceof EvaluationError)
      return { output: undefined, diagnostics: [explainEvaluationError(thrown)] };
    throw thrown;
  }
}
