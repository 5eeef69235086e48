import { type CheckedExpression, evaluateRow, type RequestContext, RunFault } from "../expression/index.ts";
import { mayFail } from "../expression/planning.ts";
import {
  batchOf,
  type FindPlan,
  type Found,
  type Row,
  type RowBatches,
  type RowReader,
} from "../storage/index.ts";
import { behindFilter, rowsOnly, throughFilters } from "./askable-part.ts";
import type { Call } from "./call.ts";
import { explainVisible } from "./explain-visible.ts";

/**
 * The one door through which a call reads: a row whose table has a security filter exists only where the filter is TRUE
 * for the caller. A filter sees all rows of every table, has a budget of its own, and hides the row it fails on, so
 * that hidden rows change no answer and no error.
 */
export function visibleRows(call: Call, stored: RowReader): RowReader {
  const filterOf = (table: string) => call.app.tables.get(table)?.securityFilter;
  return {
    async find(plan) {
      const filter = filterOf(plan.table);
      if (filter === undefined) return stored.find(throughFilters(plan, filterOf));
      return findVisible(call, stored, plan, behindFilter(plan, filter, filterOf));
    },
    explain: (plan) => explainVisible(stored, plan, filterOf),
    async getByKeys(table, keys) {
      const rows = await stored.getByKeys(table, keys);
      const filter = filterOf(table);
      if (filter === undefined) return rows;
      return filtered(call, stored, filter, rows);
    },
    atHand: (table) => (filterOf(table) === undefined ? stored.atHand?.(table) : undefined),
  };
}

/**
 * The store is given the filter first, so that no row is ordered or counted that it hides. What it leaves undone of the
 * filter, or all of it when an evaluation fails in there and nobody knows on which row, is tried here on each row.
 */
async function findVisible(call: Call, stored: RowReader, plan: FindPlan, asked: FindPlan): Promise<Found> {
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
    const visible = await filtered(call, stored, filter, rows);
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

/** The rows that exist for the caller, the others undefined; the filter reads other tables past their filters. */
async function filtered(
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
    return evaluateRow(filter, row, renewed(context)) === true;
  } catch (thrown) {
    if (isFault(thrown)) return false;
    throw thrown;
  }
}

function renewed(context: RequestContext): RequestContext {
  return { ...context, meter: context.meter.beside() };
}

/** Whether the fault lies in a row; that the call has no time left is a mistake of the call. */
function isFault(thrown: unknown): boolean {
  return thrown instanceof RunFault && thrown.code !== "limit/time";
}
