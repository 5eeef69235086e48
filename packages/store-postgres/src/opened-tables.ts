import type { SqlDialect } from "@tablewright/store-sql";
import type { PostgresTable } from "./postgres-table.ts";

/** The tables that a store was opened with, and how expressions about them are said. */
export interface OpenedTables {
  readonly dialect: SqlDialect;
  readonly byName: ReadonlyMap<string, PostgresTable>;
}
