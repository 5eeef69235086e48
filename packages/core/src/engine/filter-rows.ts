import { type CheckedExpression, evaluateRow, type RequestContext, RunFault } from "../expression/index.ts";
import type { Row, RowReader } from "../storage/index.ts";
import { withOwnBudget } from "./askable-part.ts";
import type { Call } from "./call.ts";

/** The rows that exist for the caller, the others undefined; the filter reads other tables past their filters. */
export async function filterRows(
  { filtering, unfiltered }: Call,
  stored: RowReader,
  filter: CheckedExpression,
  rows: readonly (Row | undefined)[],
): Promise<readonly (Row | undefined)[]> {
  const hide = (row: Row | undefined) =>
    row !== undefined && passes(filter, row, filtering) ? row : undefined;
  return unfiltered.settle(stored, filtering, () => rows.map(hide));
}

function passes(filter: CheckedExpression, row: Row, context: RequestContext): boolean {
  try {
    return evaluateRow(filter, row, withOwnBudget(context)) === true;
  } catch (thrown) {
    if (isFault(thrown)) return false;
    throw thrown;
  }
}

/** Whether the fault lies in a row; that the call has no time left is a mistake of the call. */
export function isFault(thrown: unknown): boolean {
  return thrown instanceof RunFault && thrown.code !== "limit/time";
}
