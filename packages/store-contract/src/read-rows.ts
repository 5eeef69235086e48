import {
  findAll,
  type Key,
  type Row,
  type RowReader,
  type Store,
  type Value,
} from "@tablewright/core/storage";
import { expect } from "vitest";
import { testContext } from "./test-context.ts";

/** Every row of a table in stored order, as a transaction of its own sees them. */
export function readRows(store: Store, table: string): Promise<readonly Row[]> {
  return store.read((transaction) => rowsIn(transaction, table));
}

/** Every row of a table in stored order, as a transaction sees them. */
export async function rowsIn(transaction: RowReader, table: string): Promise<readonly Row[]> {
  const plan = { table, conditions: [], order: [], context: testContext() };
  return (await findAll(transaction, plan)).rows;
}

/** The first values of rows: their keys, where the first column is the key. */
export function firstValues(rows: readonly Row[]): readonly (Value | undefined)[] {
  return rows.map(([first]) => first);
}

/** The rows of keys, in a transaction of its own; the first of them are the same when they are asked for one by one. */
export async function getRows(store: Store, table: string, keys: readonly Key[]) {
  const rows = await store.read((transaction) => transaction.getByKeys(table, keys));
  for (const [at, key] of keys.slice(0, ASKED_ALONE).entries()) {
    const alone = await store.read((transaction) => transaction.getByKeys(table, [key]), { keysOnly: true });
    expect(alone, `the key ${JSON.stringify(key)}, read once`).toEqual([rows[at]]);
  }
  return rows;
}

const ASKED_ALONE = 20;
