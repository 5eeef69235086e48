/** A table of counters, and what is done to them. */
import { findAll, type Store, type StoredTable, type WriteUse } from "@tablewright/core/storage";
import { testContext } from "../test-context.ts";

export const counters: StoredTable = {
  name: "Counters",
  columns: [
    { name: "Id", kind: "text", family: "text", indexed: false },
    { name: "Count", kind: "integer", family: "number", indexed: false },
  ],
  key: [0],
  rowNumbers: "stable",
};

/** Adds 1 to a counter by reading it and writing it back; `between` is awaited in the middle. */
export async function increment(
  store: Store,
  id: string,
  between?: () => Promise<unknown>,
  use?: WriteUse,
): Promise<void> {
  await store.write(async (transaction) => {
    const [row] = await transaction.getByKeys("Counters", [[id]]);
    await between?.();
    await transaction.update("Counters", [[id, Number(row?.[1]) + 1]]);
  }, use);
}

/** Every counter by its name, in stored order. */
export async function readCounters(store: Store): Promise<Record<string, unknown>> {
  const plan = { table: "Counters", conditions: [], order: [], context: testContext() };
  const { rows } = await store.read((transaction) => findAll(transaction, plan));
  return Object.fromEntries(rows.map(([id, count]) => [id, count]));
}

/**
 * The statements of one write that adds a row, and of one that changes it, on a store that has written before; `sent` records what the
 * store sends. To ask for later definitions must cost a write no message of its own.
 */
export async function statementsOfWrites(
  store: Store,
  sent: string[],
): Promise<{ readonly insert: readonly string[]; readonly update: readonly string[] }> {
  await store.open([counters]);
  const insert = (id: string) => store.write((transaction) => transaction.insert("Counters", [[id, 0]]));
  const update = (id: string) => store.write((transaction) => transaction.update("Counters", [[id, 1]]));
  await insert("a");
  await update("a");
  sent.length = 0;
  await insert("b");
  const inserted = sent.splice(0);
  await update("b");
  return { insert: inserted, update: sent.splice(0) };
}
