import type { Outcome, Place } from "../../diagnostics/index.ts";
import { type CheckedExpression, evaluateRow, explainFault, RunFault } from "../../expression/index.ts";
import type { Row } from "../../storage/index.ts";
import type { Value } from "../../values/index.ts";
import type { Call } from "../call.ts";

/** The value of an expression on a row; a limit it runs into is a mistake at the row and column it is computed for. */
export function evaluateCell(
  { request }: Call,
  expression: CheckedExpression,
  row: Row,
  before: Row | undefined,
  place: Place,
): Outcome<Value> {
  try {
    return { output: evaluateRow(expression, row, request, before), diagnostics: [] };
  } catch (thrown) {
    if (!(thrown instanceof RunFault)) throw thrown;
    return { output: undefined, diagnostics: [{ ...explainFault(thrown), ...place }] };
  }
}
