import { type ColumnDescription, quoteName, type TableDescription } from "@tablewright/store-sql";
import type { Connection } from "../connection.ts";

/** A table whose `tinyint(1)` columns are whole numbers where some rows hold others than 0 and 1: the type says nothing of it. */
export async function withoutSmallNumbers(
  connection: Connection,
  schema: string,
  table: TableDescription,
): Promise<TableDescription> {
  const columns: ColumnDescription[] = [];
  for (const column of table.columns) {
    const isInDoubt = table.kind === "table" && column.databaseType.startsWith("tinyint(1)");
    const isNumber = isInDoubt && (await holdsOthers(connection, schema, table.name, column.name));
    columns.push(isNumber ? { ...column, kind: "integer" } : column);
  }
  return { ...table, columns };
}

async function holdsOthers(
  connection: Connection,
  schema: string,
  table: string,
  column: string,
): Promise<boolean> {
  const value = quoteName(column);
  const rows = `select ${value} as v from ${quoteName(schema)}.${quoteName(table)} limit ${ROWS_SEEN}`;
  return (await connection.get(`select 1 from (${rows}) as t where v not in (0, 1) limit 1`)) !== undefined;
}

const ROWS_SEEN = 1_000;
