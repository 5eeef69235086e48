import type { CheckedExpression } from "@tablewright/core/expression";
import type { FindPlan, Found, Row } from "@tablewright/core/storage";
import { candidateRows } from "./candidate-rows.ts";
import { rowFilter } from "./row-filter.ts";
import { sortRows } from "./sort-rows.ts";
import type { TableVersion } from "./table-version.ts";

/** Applies what reads this table's row alone, and leaves to the engine what reads other tables. */
export function findRows(version: TableVersion, plan: FindPlan): Found {
  const { conditions, order, context } = plan;
  const kept = [...conditions.keys()].filter((at) => !readsOwnRowOnly(conditions[at]));
  const ordered = kept.length === 0 && order.every(({ expression }) => readsOwnRowOnly(expression));
  const limit = ordered && plan.limit !== undefined ? Math.max(0, plan.limit) : Number.POSITIVE_INFINITY;
  const rows = wantedRows(version, plan, order.length === 0 ? limit : Number.POSITIVE_INFINITY);
  return {
    rows: ordered && order.length > 0 ? sortRows(rows, order, limit, context) : rows,
    kept,
    ordered,
    limited: limit < Number.POSITIVE_INFINITY,
  };
}

/** The first rows, in stored order, that satisfy all conditions not left to the engine. */
function wantedRows(version: TableVersion, { conditions, among, context }: FindPlan, limit: number): Row[] {
  const own = conditions.filter(readsOwnRowOnly);
  if (own.length === 0 && among === undefined && limit >= version.rows.liveCount)
    return version.rows.toArray();
  const isWanted = rowFilter(own, context);
  const rows: Row[] = [];
  if (limit === 0) return rows;
  for (const chunk of candidateRows(version, own, context, among)) {
    for (const row of chunk) {
      if (row !== undefined && isWanted(row) && rows.push(row) >= limit) return rows;
    }
  }
  return rows;
}

function readsOwnRowOnly(expression: CheckedExpression | undefined): boolean {
  return expression?.references.tables.size === 0;
}
