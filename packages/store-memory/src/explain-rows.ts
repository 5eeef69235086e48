import type { FindPlan, PlanExplanation } from "@tablewright/core/storage";
import { readsOwnRowOnly } from "./find-rows.ts";
import { narrowRows } from "./narrow-rows.ts";
import type { TableVersion } from "./table-version.ts";

/** What `findRows` would do, and how many rows it would look at; no condition is tried. */
export function explainRows(version: TableVersion, plan: FindPlan): PlanExplanation {
  const { rowFilter, conditions, order, limit, inList, context } = plan;
  if (rowFilter !== undefined && !readsOwnRowOnly(rowFilter)) return allLeft(version, plan);
  const residual = conditions.filter((one) => !readsOwnRowOnly(one));
  const ordered = residual.length === 0 && order.every(({ expression }) => readsOwnRowOnly(expression));
  const narrowed = narrowRows(
    version,
    [...(rowFilter === undefined ? [] : [rowFilter]), ...conditions.filter(readsOwnRowOnly)],
    context,
    inList,
  );
  return {
    filtered: true,
    residual: residual.map((condition) => ({ condition, reason: "it reads other tables" })),
    ordered,
    limited: ordered && limit !== undefined,
    ...(narrowed === undefined ? {} : { indexes: [narrowed.index] }),
    estimatedRows: narrowed?.count ?? version.rows.liveCount,
  };
}

function allLeft({ rows }: TableVersion, { conditions }: FindPlan): PlanExplanation {
  const reason = "the security filter is tried before it, and reads other tables";
  return {
    filtered: false,
    residual: conditions.map((condition) => ({ condition, reason })),
    ordered: false,
    limited: false,
    estimatedRows: rows.liveCount,
  };
}
