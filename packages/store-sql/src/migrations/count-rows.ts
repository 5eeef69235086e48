import { quoteName } from "../fragments/quote-name.ts";
import type { SqlConnection } from "../store/sql-connection.ts";

export async function countTableRows(connection: SqlConnection, table: string): Promise<number> {
  const [count] = (await connection.get(`select count(*) from ${quoteName(table)}`)) ?? [];
  return Number(count);
}

/** How many rows of a table have a value in a column. */
export async function countValues(connection: SqlConnection, table: string, column: string): Promise<number> {
  const [count] = (await connection.get(`select count(${quoteName(column)}) from ${quoteName(table)}`)) ?? [];
  return Number(count);
}
