import { AsyncLocalStorage } from "node:async_hooks";
import { type Store, type StoredTable, WriteQueue } from "@tablewright/core/storage";
import { adoptTables } from "./adopt-tables.ts";
import { readLines } from "./lines/read-lines.ts";
import { writeLines } from "./lines/write-lines.ts";
import { MemoryRead } from "./memory-read.ts";
import { MemoryWrite } from "./memory-write.ts";
import { emptySnapshot, type Snapshot } from "./snapshot.ts";

export interface MemoryStore extends Store {
  /**
   * Everything that was committed so far, as lines of JSON text without line ends: `memoryStoreFrom` makes a store of
   * them that holds the same. Works on a closed store too.
   */
  toLines(): Iterable<string>;
  /** Another store that begins with everything that was committed so far, at once and whatever its size. */
  fork(): MemoryStore;
}

/** A store that begins with a snapshot. Readers keep the snapshot they began with; a commit puts another in its place. */
export function storeOfSnapshot(first: Snapshot): MemoryStore {
  let snapshot = first;
  let tables: readonly StoredTable[] | undefined;
  let isClosed = false;
  const writers = new WriteQueue(new AsyncLocalStorage());
  const closed = () => new Error("The store is closed.");
  const ensureOpen = () => {
    if (isClosed) throw closed();
  };

  return {
    name: "memory",
    functionCalls: new AsyncLocalStorage(),

    async open(expected, opening = {}) {
      ensureOpen();
      await writers.run(async () => {
        const { snapshot: adopted, added } = adoptTables(snapshot, expected, opening);
        const { fill } = opening;
        if (fill === undefined || added.length === 0) snapshot = adopted;
        else [snapshot] = await changed(adopted, (transaction) => fill(transaction, added));
        tables = expected;
      });
    },

    tables: () => tables ?? [],

    async read(work) {
      ensureOpen();
      const transaction = new MemoryRead(snapshot);
      try {
        return await work(transaction);
      } finally {
        transaction.end();
      }
    },

    write(work) {
      if (isClosed) return Promise.reject(closed());
      return writers.run(async () => {
        const [committed, answer] = await changed(snapshot, work);
        snapshot = committed;
        return answer;
      });
    },

    async close() {
      isClosed = true;
      await writers.whenIdle();
    },

    toLines: () => writeLines(snapshot),

    fork: () => storeOfSnapshot(snapshot),
  };
}

/** The snapshot that `work` leaves of one, and its answer; when it throws, nothing is left of what it did. */
async function changed<T>(
  before: Snapshot,
  work: (transaction: MemoryWrite) => Promise<T>,
): Promise<readonly [Snapshot, T]> {
  const transaction = new MemoryWrite(before);
  try {
    const answer = await work(transaction);
    if (transaction.isBusy) await transaction.whenIdle();
    return [transaction.snapshot, answer];
  } catch (error) {
    transaction.giveUp();
    throw error;
  } finally {
    transaction.end();
  }
}

/**
 * A store whose rows live as long as it does. Readers keep the snapshot they began with, and never wait; writers take
 * turns, and a commit puts what they forked in the place of the old.
 */
export function memoryStore(): MemoryStore {
  return storeOfSnapshot(emptySnapshot());
}

/**
 * A store that holds what `toLines` of another gave, whatever tables it is opened with. Rejects with an error that names
 * the line when one is cut off, missing or foreign, and makes no store then.
 */
export async function memoryStoreFrom(lines: AsyncIterable<string> | Iterable<string>): Promise<MemoryStore> {
  return storeOfSnapshot(await readLines(lines));
}
