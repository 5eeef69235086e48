import { unfilledColumns } from "./filling-marks.ts";
import type { TablesPlan } from "./plan-tables.ts";
import type { TablePlan } from "./table-plan.ts";

/** Whether a database has the tables of a definition with all their columns and indexes, and none has to go. */
export function isAsWanted({ tables, dropped }: TablesPlan): boolean {
  return dropped.length === 0 && tables.every(isTableAsWanted);
}

/** Whether there is only something to be made that is not there at all. */
export function isOnlyNew({ tables, dropped }: TablesPlan): boolean {
  return dropped.length === 0 && tables.every((plan) => plan.old === undefined || isTableAsWanted(plan));
}

function isTableAsWanted(plan: TablePlan): boolean {
  const { layout, old, renames, converted, added, unnamed, drops, indexes, renumbers, refusals } = plan;
  if (old?.table !== layout.table.name || renumbers || (drops && unnamed.length > 0)) return false;
  if (plan.isMarked || unfilledColumns(layout).length > 0) return false;
  const { key, isIncomplete, left } = indexes;
  if (key !== undefined || isIncomplete || left.some(({ isBegun }) => isBegun)) return false;
  const others = [renames.columns, converted, added, indexes.added, indexes.dropped, refusals];
  return others.every(({ length }) => length === 0);
}
