import type { FindPlan } from "@tablewright/core/storage";

/** Whether a plan wants the rows of its table from the beginning without leaving one out. */
export function isWholeTable({ rowFilter, conditions, order, inList, grouping }: FindPlan): boolean {
  const isChosen =
    conditions.length > 0 || order.length > 0 || inList !== undefined || grouping !== undefined;
  return rowFilter === undefined && !isChosen;
}
