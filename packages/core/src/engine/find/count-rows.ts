import type { RowReader } from "../../storage/index.ts";
import { batchLoad } from "../batch-loading/batch-load.ts";
import type { Call } from "../calls/call.ts";
import { rowsInSlice } from "../stages/stored-rows/is-in-slice.ts";
import type { PlannedFind } from "./planned-find.ts";
import { runFind } from "./run-find.ts";

/** How many rows there are in all parts of a plan. Where no TOP decides which they are their order is left out. */
export async function countRows(call: Call, transaction: RowReader, plan: PlannedFind): Promise<number> {
  let count = 0;
  const matches = runFind(call, transaction, planOfAll(plan));
  for await (const rows of matches) {
    const own = plan.isSliceApplied
      ? rows
      : await batchLoad(call, transaction, () => rowsInSlice(call, rows));
    count += own.length;
    const { meter } = call.request;
    if (meter.timeSlice.isOver) await meter.pause();
  }
  for await (const groups of matches.groups ?? []) for (const { rows } of groups) count += rows;
  return count;
}

/** The plan of the rows of all parts, which a store may count. */
export function planOfAll(plan: PlannedFind): PlannedFind {
  if (plan.order !== plan.pageOrder)
    return { ...plan, computed: [], pushed: { ...plan.pushed, computed: [] } };
  const { seeks } = plan;
  const conditions = plan.conditions.slice(seeks);
  const { limit: _, ...pushed } = plan.pushed;
  const isPushed = pushed.conditions.length === plan.conditions.length && plan.isSliceApplied;
  return {
    ...plan,
    conditions,
    order: [],
    limit: undefined,
    computed: [],
    pushed: {
      ...pushed,
      conditions: pushed.conditions.slice(seeks),
      order: [],
      computed: [],
      ...(isPushed ? { grouping: ONE_GROUP } : {}),
    },
  };
}

const ONE_GROUP = { by: [], folds: [] };
