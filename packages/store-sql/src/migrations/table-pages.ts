import type { CatalogueDialect } from "../catalogue/catalogue.ts";
import { quoteName } from "../fragments/sql-fragment.ts";
import type { SqlConnection } from "../store/sql-connection.ts";
import { SLOT } from "../tables/table-layout.ts";
import type { SqlValue } from "../values/sql-value.ts";

/**
 * The rows after a slot in stored order, some at a time: the slot, then these columns. All by names of the database. Rows that
 * do not fulfil the condition `where` are left out.
 */
export async function* tablePages(
  connection: SqlConnection,
  table: string,
  columns: readonly string[],
  { placeholder }: CatalogueDialect,
  { after = -1, where = "true" }: { readonly after?: number; readonly where?: string | undefined } = {},
): AsyncGenerator<readonly SqlValue[][]> {
  const slot = quoteName(SLOT);
  const read = [slot, ...columns.map(quoteName)].join(", ");
  const statement =
    `select ${read} from ${quoteName(table)} where ${slot} > ${placeholder(1)} and ${where} ` +
    `order by ${slot} limit ${ROWS_OF_A_PAGE}`;
  let last = after;
  for (;;) {
    const page = await connection.all(statement, [last]);
    if (page.length > 0) yield page;
    if (page.length < ROWS_OF_A_PAGE) return;
    last = Number(page.at(-1)?.[0]);
  }
}

/** A page with fewer is the last one. */
export const ROWS_OF_A_PAGE = 2_000;

export async function countTableRows(connection: SqlConnection, table: string): Promise<number> {
  const [count] = (await connection.get(`select count(*) from ${quoteName(table)}`)) ?? [];
  return Number(count);
}

/** How many rows of a table have a value in a column. */
export async function countValues(connection: SqlConnection, table: string, column: string): Promise<number> {
  const [count] = (await connection.get(`select count(${quoteName(column)}) from ${quoteName(table)}`)) ?? [];
  return Number(count);
}
