import type { FindPlan } from "@tablewright/core/storage";

/** Whether a plan wants the rows of its table from the beginning without leaving one out. */
export function isWholeTable({ conditions, order, among }: FindPlan): boolean {
  return conditions.length === 0 && order.length === 0 && among === undefined;
}
