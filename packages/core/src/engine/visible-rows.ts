import { type CheckedExpression, evaluateRow, type RequestContext, RunFault } from "../expression/index.ts";
import type { FindPlan, Found, ReadTransaction, Row } from "../storage/index.ts";
import type { Call } from "./call.ts";

/**
 * The one door through which a call reads: a row whose table has a security filter exists only where the filter is TRUE
 * for the caller. A filter sees all rows of every table, has a budget of its own, and hides the row it fails on, so
 * that hidden rows change no answer and no error.
 */
export function visibleRows(call: Call, stored: ReadTransaction): ReadTransaction {
  const filterOf = (table: string) => call.app.tables.get(table)?.securityFilter;
  return {
    async find(plan) {
      const filter = filterOf(plan.table);
      if (filter !== undefined) return findVisible(call, stored, plan, filter);
      return plan.conditions.every(readsOwnRowOnly) ? stored.find(plan) : findAll(stored, plan);
    },
    async getByKeys(table, keys) {
      const rows = await stored.getByKeys(table, keys);
      const filter = filterOf(table);
      if (filter === undefined) return rows;
      return filtered(call, stored, filter, rows);
    },
  };
}

/**
 * The store is given the filter first, so that no other condition is tried on a hidden row. When an evaluation fails in
 * there, nobody knows on which row, and the filter is tried here on each.
 */
async function findVisible(
  call: Call,
  stored: ReadTransaction,
  plan: FindPlan,
  filter: CheckedExpression,
): Promise<Found> {
  const found = readsOwnRowOnly(filter) ? await pushFilter(call, stored, plan, filter) : undefined;
  if (found !== undefined) return found;
  const { rows, kept } = await findAll(stored, plan);
  const visible = await filtered(call, stored, filter, rows);
  return { rows: visible.filter((row) => row !== undefined), kept, ordered: false, limited: false };
}

/** What the store finds by the filter and the plan; undefined when an evaluation failed or the store left it undone. */
async function pushFilter(
  { request, filtering }: Call,
  stored: ReadTransaction,
  plan: FindPlan,
  filter: CheckedExpression,
): Promise<Found | undefined> {
  const pushed = [...plan.conditions.keys()].filter(
    (at) => plan.context === request && readsOwnRowOnly(plan.conditions[at]),
  );
  const conditions = [filter, ...plan.conditions.filter((_, at) => pushed.includes(at))];
  const context = renewed(filtering);
  try {
    const { rows, kept } = await stored.find({ ...whole(plan), conditions, context });
    if (kept.includes(0)) return undefined;
    const done = pushed.filter((_, at) => !kept.includes(at + 1));
    const left = [...plan.conditions.keys()].filter((at) => !done.includes(at));
    return { rows, kept: left, ordered: false, limited: false };
  } catch (thrown) {
    if (!isFault(thrown)) throw thrown;
    return undefined;
  }
}

/** Every row of the plan's table, with all of its conditions left to the engine. */
async function findAll(stored: ReadTransaction, plan: FindPlan): Promise<Found> {
  const { rows } = await stored.find(whole(plan));
  return { rows, kept: [...plan.conditions.keys()], ordered: false, limited: false };
}

function whole({ table, context, among }: FindPlan): FindPlan {
  const plan = { table, conditions: [], order: [], context };
  return among === undefined ? plan : { ...plan, among };
}

/** A store looks into other tables past their filters, so it may only be asked about the row itself. */
function readsOwnRowOnly(condition: CheckedExpression | undefined): boolean {
  return condition?.references.tables.size === 0;
}

/** The rows that exist for the caller, the others undefined; the filter reads other tables past their filters. */
async function filtered(
  { filtering, unfiltered }: Call,
  stored: ReadTransaction,
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
