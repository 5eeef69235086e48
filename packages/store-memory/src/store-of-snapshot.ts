import { AsyncLocalStorage } from "node:async_hooks";
import { type Store, WriteQueue } from "@tablewright/core/storage";
import { adoptTable } from "./adopt-table.ts";
import { writeLines } from "./lines/write-lines.ts";
import { MemoryRead } from "./memory-read.ts";
import { MemoryWrite } from "./memory-write.ts";
import type { Snapshot } from "./snapshot.ts";

export interface MemoryStore extends Store {
  /**
   * Everything that was committed so far, as lines of JSON text without line ends: `memoryStoreFrom` makes a store of
   * them that holds the same. Works on a closed store too.
   */
  toLines(): Iterable<string>;
}

/** A store that begins with a snapshot. Readers keep the snapshot they began with; a commit puts another in its place. */
export function storeOfSnapshot(first: Snapshot): MemoryStore {
  let snapshot = first;
  let isClosed = false;
  const writers = new WriteQueue(new AsyncLocalStorage());
  const ensureOpen = () => {
    if (isClosed) throw new Error("The store is closed.");
  };

  return {
    name: "memory",

    async open(wanted) {
      ensureOpen();
      await writers.run(async () => {
        const adopted = wanted.map(
          (table) => [table.name, adoptTable(snapshot.tables.get(table.name), table)] as const,
        );
        snapshot = { ...snapshot, tables: new Map([...snapshot.tables, ...adopted]) };
      });
    },

    async read(work) {
      ensureOpen();
      const transaction = new MemoryRead(snapshot);
      try {
        return await work(transaction);
      } finally {
        transaction.end();
      }
    },

    async write(work) {
      ensureOpen();
      return writers.run(async () => {
        const transaction = new MemoryWrite(snapshot);
        try {
          const answer = await work(transaction);
          await transaction.whenIdle();
          snapshot = transaction.snapshot;
          return answer;
        } catch (error) {
          transaction.giveUp();
          throw error;
        } finally {
          transaction.end();
        }
      });
    },

    async close() {
      isClosed = true;
      await writers.whenIdle();
    },

    toLines: () => writeLines(snapshot),
  };
}
