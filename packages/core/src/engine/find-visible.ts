import type { CheckedExpression } from "../expression/index.ts";
import { mayFail } from "../expression/planning.ts";
import {
  batchOf,
  type FindPlan,
  type Found,
  type Row,
  type RowBatches,
  type RowReader,
} from "../storage/index.ts";
import { rowsOnly } from "./askable-part.ts";
import type { Call } from "./call.ts";
import { filterRows, isFault, renewed } from "./filter-rows.ts";

/**
 * The store is given the filter first, so that no row is ordered or counted that it hides. What it leaves undone of the
 * filter, or all of it when an evaluation fails in there and nobody knows on which row, is tried here on each row.
 */
export async function findVisible(
  call: Call,
  stored: RowReader,
  plan: FindPlan,
  asked: FindPlan,
): Promise<Found> {
  const [filter] = asked.conditions as [CheckedExpression];
  const found = await findAsked(call, stored, plan, asked);
  const kept = found === undefined ? [...plan.conditions.keys()] : keptOfPlan(found);
  if (found !== undefined && !found.kept.includes(0)) return { ...found, kept };
  const { batches } = found ?? (await stored.find(rowsOnly(plan)));
  return { batches: visibleOf(call, stored, filter, batches), kept, ordered: false, limited: false };
}

async function* visibleOf(
  call: Call,
  stored: RowReader,
  filter: CheckedExpression,
  batches: RowBatches,
): AsyncGenerator<readonly Row[]> {
  for await (const rows of batches) {
    const visible = await filterRows(call, stored, filter, rows);
    yield visible.filter((row) => row !== undefined);
  }
}

/**
 * What the store finds; undefined when an evaluation failed, or may yet fail when some of the rows have been looked at
 * already. A plan of another context than the call's is not mixed with the filter's.
 */
async function findAsked(
  { request, filtering }: Call,
  stored: RowReader,
  plan: FindPlan,
  asked: FindPlan,
): Promise<Found | undefined> {
  if (plan.context !== request) return undefined;
  try {
    const found = await stored.find({ ...asked, context: renewed(filtering) });
    if (!mayFailInStore(asked.conditions[0])) return found;
    const rows = await onlyBatch(found.batches);
    return rows === undefined ? undefined : { ...found, batches: batchOf(rows) };
  } catch (thrown) {
    if (!isFault(thrown)) throw thrown;
    return undefined;
  }
}

/** Who searches other tables spends of a budget. */
function mayFailInStore(filter: CheckedExpression | undefined): boolean {
  return filter !== undefined && (mayFail(filter) || filter.references.tables.size > 0);
}

/** The rows, when they come in one batch. */
async function onlyBatch(batches: RowBatches): Promise<readonly Row[] | undefined> {
  let only: readonly Row[] | undefined;
  for await (const batch of batches) {
    if (only !== undefined) return undefined;
    only = batch;
  }
  return only ?? [];
}

/** The filter stands before the plan's own conditions. */
function keptOfPlan({ kept }: Found): readonly number[] {
  return kept.filter((at) => at > 0).map((at) => at - 1);
}
