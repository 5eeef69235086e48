import { OpenTable, type SqlValue, type TableLayout } from "@tablewright/store-sql";
import { BulkStatements } from "./bulk-statements.ts";

export type PostgresTable = OpenTable<BulkStatements>;

export function openPostgresTable(layout: TableLayout): PostgresTable {
  return new OpenTable(layout, new BulkStatements(layout));
}

/** Values by row as values by column, as bulk statements take them; `width` says how many columns there are. */
export function byColumn(rows: readonly (readonly SqlValue[])[], width: number): SqlValue[][] {
  return Array.from({ length: width }, (_, column) => rows.map((row) => row[column] as SqlValue));
}
