import type { FindPlan } from "@tablewright/core/storage";
import type { SqlDialect } from "../compile/sql-dialect.ts";
import type { RowInSql, SqlRequest } from "../compile/sql-scope.ts";
import type { SqlTable } from "../compile/sql-table.ts";
import type { SqlFragment } from "../fragments/sql-fragment.ts";

/** Where tables lie, and how their database says things. */
export interface PlanPlace {
  readonly dialect: SqlDialect;
  /** Undefined for a table that the database does not have. */
  tableOf(name: string): SqlTable | undefined;
  /** Whether a row is among those of the plan, so that an index serves; undefined where the database cannot tell. */
  inList(row: RowInSql): SqlFragment | undefined;
}

/** How the expressions of a plan are compiled: they see other tables as the caller does. */
export function requestOf({ context, rowSecurity }: FindPlan, place: PlanPlace): SqlRequest {
  return {
    dialect: place.dialect,
    context,
    searches: "indexed",
    tableOf: (name) => place.tableOf(name),
    filterOf: (name) => rowSecurity?.filterOf(name),
  };
}
