import type { FindPlan } from "@tablewright/core/storage";

/** Whether a plan wants the rows of its table from the beginning without leaving one out. */
export function isWholeTable({ rowFilter, conditions, order, inList }: FindPlan): boolean {
  return rowFilter === undefined && conditions.length === 0 && order.length === 0 && inList === undefined;
}
