import type { TableDefinition } from "../../../schema/index.ts";
import type { CallTransaction } from "../../transaction/in-transaction.ts";
import type { StoredRow } from "../rows.ts";
import { currentRows } from "./current-rows.ts";

/** Rows as they are after further writes, those that are gone as they last were. */
export async function reloadRows(
  table: TableDefinition,
  transaction: CallTransaction,
  rows: readonly StoredRow[],
): Promise<readonly StoredRow[]> {
  const earlier = rows.map(({ row }) => row);
  const current = await currentRows(table, transaction, earlier);
  return rows.map(({ position, row: last }, index) => {
    const row = current[index];
    return row === undefined ? { position, row: last, isGone: true } : { position, row };
  });
}
