import type { FindPlan, PlanExplanation } from "@tablewright/core/storage";
import { readsOwnRowOnly } from "./find-rows.ts";
import { narrowRows } from "./narrow-rows.ts";
import type { TableVersion } from "./table-version.ts";

/** What `findRows` would do, and how many rows it would look at; no condition is tried. */
export function explainRows(version: TableVersion, plan: FindPlan): PlanExplanation {
  const { conditions, order, limit, among, context } = plan;
  const kept = [...conditions.keys()].filter((at) => !readsOwnRowOnly(conditions[at]));
  const ordered = kept.length === 0 && order.every(({ expression }) => readsOwnRowOnly(expression));
  const narrowed = narrowRows(version, conditions.filter(readsOwnRowOnly), context, among);
  return {
    kept: kept.map((position) => ({ position, reason: "it reads other tables" })),
    ordered,
    limited: ordered && limit !== undefined,
    ...(narrowed === undefined ? {} : { indexes: [narrowed.index] }),
    estimatedRows: narrowed?.count ?? version.rows.liveCount,
  };
}
