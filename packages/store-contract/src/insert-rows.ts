import type { InsertOutcome, Row, Store } from "@tablewright/core/storage";

/** Inserts rows in a transaction of their own. */
export function insertRows(store: Store, table: string, rows: readonly Row[]): Promise<InsertOutcome> {
  return store.write((transaction) => transaction.insert(table, rows));
}
