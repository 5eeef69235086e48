import { type CheckedExpression, mayFail, mayGrowTexts } from "../../expression/parts.ts";
import {
  batchOf,
  type FindPlan,
  type Found,
  type Row,
  type RowBatches,
  type RowReader,
} from "../../storage/index.ts";
import type { Call } from "../calls/call.ts";
import { behindFilter, readsOtherTables, rowSecurityOf, rowsOnly } from "./askable-part.ts";
import { filterRows, isEvaluationError } from "./filter-rows.ts";
import { inParts } from "./in-parts.ts";

/**
 * The store is given the filter to apply before anything else. Where it cannot, or an evaluation fails in there on a row
 * that is not known, the filter is tried here on each row, and everything else of the plan is left undone; so it is where a program observes the filter.
 */
export async function findVisible(
  call: Call,
  stored: RowReader,
  plan: FindPlan,
  filter: CheckedExpression,
): Promise<Found> {
  const pushed = behindFilter(plan, filter, rowSecurityOf(call));
  const result = call.observations === undefined ? await findFiltered(call, stored, plan, pushed) : undefined;
  if (result?.filtered && pushed.conditions === plan.conditions) return result;
  const rest = { residual: plan.conditions, ordered: false, limited: false };
  if (result?.filtered) return { ...rest, filtered: true, batches: result.batches };
  const { batches } = result ?? (await stored.find(rowsOnly(plan, filter)));
  return { ...rest, filtered: true, batches: visibleOf(call, stored, filter, batches) };
}

async function* visibleOf(
  call: Call,
  stored: RowReader,
  filter: CheckedExpression,
  batches: RowBatches,
): AsyncGenerator<readonly Row[]> {
  for await (const rows of inParts(batches)) {
    const visible = await filterRows(call, stored, filter, rows);
    yield visible.filter((row) => row !== undefined);
  }
}

/**
 * What the store finds; undefined when an evaluation failed, or may yet fail when some of the rows have been looked at
 * already. A plan of another context than the call's is not mixed with the filter's.
 */
async function findFiltered(
  { request }: Call,
  stored: RowReader,
  plan: FindPlan,
  pushed: FindPlan,
): Promise<Found | undefined> {
  if (plan.context !== request) return undefined;
  const { spent } = request.meter;
  try {
    const result = await stored.find(pushed);
    if (!result.filtered || !mayFailInStore(pushed.rowFilter)) return result;
    if (result.groups !== undefined) {
      const groups = await onlyBatch(result.groups);
      if (groups !== undefined) return { ...result, groups: batchOf(groups) };
    } else {
      const rows = await onlyBatch(result.batches);
      if (rows !== undefined) return { ...result, batches: batchOf(rows) };
    }
  } catch (thrown) {
    if (!isEvaluationError(thrown)) throw thrown;
  }
  request.meter.rewind(spent);
  return undefined;
}

/** Who searches other tables, or builds texts, spends of a budget. */
function mayFailInStore(filter: CheckedExpression | undefined): boolean {
  return filter !== undefined && (mayFail(filter) || readsOtherTables(filter) || mayGrowTexts(filter));
}

/** The rows or groups, when they come in one batch. */
async function onlyBatch<T>(batches: AsyncIterable<readonly T[]>): Promise<readonly T[] | undefined> {
  let only: readonly T[] | undefined;
  for await (const batch of batches) {
    if (only !== undefined) return undefined;
    only = batch;
  }
  return only ?? [];
}
