import { OpenTable, type TableLayout, TableStatements } from "@tablewright/store-sql";
import { sqliteDialect } from "./sqlite-dialect.ts";

/** A table of a file that rows can be read from and written to. */
export type SqliteTable = OpenTable<TableStatements>;

export function openSqliteTable(layout: TableLayout): SqliteTable {
  return new OpenTable(layout, new TableStatements(layout, sqliteDialect));
}
