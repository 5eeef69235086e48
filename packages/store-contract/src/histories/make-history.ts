import { ReadLost, type Row, type Store, type WriteTransaction } from "@tablewright/core/storage";
import { insertRows } from "../insert-rows.ts";
import { type ListTransaction, lists } from "./list-history.ts";

/** Makes the lists that histories are about; done once, by one of those that write to them. */
export async function makeLists(store: Store): Promise<void> {
  await insertRows(
    store,
    lists.name,
    NAMES.map((name) => [name, []]),
  );
}

export interface HistoryOptions {
  /** Which of those that write at the same time this one is, from 0; their values differ. */
  readonly client: number;
  readonly transactions: number;
  readonly random: () => number;
}

/**
 * Carries out transactions one after the other that read some lists and append to one that they have read or not, and answers
 * those that were committed, as their last run saw them. Some say that they read once and update what they have read, so
 * that a store may carry them out together; some only read; some end on purpose, and are to leave nothing.
 */
export async function makeHistory(
  store: Store,
  { client, transactions, random }: HistoryOptions,
): Promise<readonly ListTransaction[]> {
  const committed: ListTransaction[] = [];
  const choose = () => NAMES[Math.floor(random() * NAMES.length)] as string;
  for (let at = 0; at < transactions; at++) {
    const choices = [...new Set([choose(), choose(), choose()])];
    if (random() < 0.25) {
      committed.push(await readSome(store, choices));
      continue;
    }
    const written = random() < 0.5 ? choices.slice(0, 1) : [choose()];
    const isWithdrawn = random() < 0.1;
    const updatesAlone = choices.includes(String(written[0])) && random() < 0.7;
    const value = client * VALUES_OF_A_CLIENT + at;
    const append = async (transaction: WriteTransaction): Promise<ListTransaction> => {
      const rows = await transaction.getByKeys(
        lists.name,
        choices.map((name) => [name]),
      );
      const reads = rows.map((row, place) => ({
        list: choices[place] as string,
        values: valuesOf(row),
      }));
      for (const name of written) {
        const [row] = updatesAlone
          ? [rows[choices.indexOf(name)]]
          : await transaction.getByKeys(lists.name, [[name]]);
        await transaction.update(lists.name, [[name, [...valuesOf(row), value]]]);
      }
      if (isWithdrawn) throw new Withdrawn();
      return { reads, appends: written.map((list) => ({ list, value })) };
    };
    const done = await store
      .write(append, { batch: updatesAlone ? "update" : undefined })
      .catch((error: unknown) => {
        if (error instanceof Withdrawn) return undefined;
        throw error;
      });
    if (done !== undefined) committed.push(done);
  }
  return committed;
}

/** What all lists hold in the end, as one more transaction that only reads. */
export function readLists(store: Store): Promise<ListTransaction> {
  return readSome(store, NAMES);
}

/** A transaction that only reads, as a Find does for its caller. */
async function readSome(store: Store, names: readonly string[]): Promise<ListTransaction> {
  const read = () =>
    store.read(
      (transaction) =>
        transaction.getByKeys(
          lists.name,
          names.map((name) => [name]),
        ),
      { caller: "reader" },
    );
  const rows = await read().catch((error: unknown) => {
    if (error instanceof ReadLost) return read();
    throw error;
  });
  const reads = rows.map((row, at) => ({ list: names[at] as string, values: valuesOf(row) }));
  return { reads, appends: [] };
}

function valuesOf(row: Row | undefined): readonly number[] {
  return (row?.[1] ?? []) as readonly number[];
}

class Withdrawn extends Error {}

const NAMES = ["a", "b", "c", "d", "e", "f"];

const VALUES_OF_A_CLIENT = 1_000_000;
