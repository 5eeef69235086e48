import type { SqlValue } from "@tablewright/store-sql";

/** The rows of the last statement of those that were sent together. The first error counts: it leads to those after it. */
export async function lastOf(sent: readonly Promise<SqlValue[][]>[]): Promise<SqlValue[][]> {
  for (const one of sent) one.catch(() => undefined);
  let rows: SqlValue[][] = [];
  for (const one of sent) rows = await one;
  return rows;
}
