import type { RowReader } from "../../../storage/index.ts";
import { batchLoad } from "../../batch-loading/batch-load.ts";
import type { Call } from "../../calls/call.ts";
import { rowsInSlice } from "../../stages/is-in-slice.ts";
import type { PlannedFind } from "../plan-find.ts";
import { runFind } from "../run-find.ts";

/** How many rows there are in all parts of a plan. Where no TOP decides which they are their order is left out. */
export async function countRows(call: Call, transaction: RowReader, plan: PlannedFind): Promise<number> {
  let count = 0;
  for await (const rows of runFind(call, transaction, allOf(plan))) {
    const own = plan.isSliceApplied
      ? rows
      : await batchLoad(call, transaction, () => rowsInSlice(call, rows));
    count += own.length;
    const { meter } = call.request;
    if (meter.turn.isOver) await meter.pause();
  }
  return count;
}

function allOf(plan: PlannedFind): PlannedFind {
  if (plan.order !== plan.pageOrder) return { ...plan, computed: [], asked: { ...plan.asked, computed: [] } };
  const seeks = plan.seeks ? 1 : 0;
  const conditions = plan.conditions.slice(seeks);
  const { limit: _, ...asked } = plan.asked;
  return {
    ...plan,
    conditions,
    order: [],
    limit: undefined,
    computed: [],
    asked: { ...asked, conditions: asked.conditions.slice(seeks), order: [], computed: [] },
  };
}
