import { AsyncLocalStorage } from "node:async_hooks";
import { type Store, WriteQueue } from "@tablewright/core/storage";
import { adoptTable } from "./adopt-table.ts";
import { writeLines } from "./lines/write-lines.ts";
import { MemoryRead } from "./memory-read.ts";
import { MemoryWrite } from "./memory-write.ts";
import type { Picture } from "./snapshot.ts";

export interface MemoryStore extends Store {
  /**
   * Everything that was committed so far, as lines of JSON text without line ends: `memoryStoreFrom` makes a store of
   * them that holds the same. Works on a closed store too.
   */
  toLines(): Iterable<string>;
}

/** A store that begins with a picture. Readers keep the picture they began with; a commit puts another in its place. */
export function storeOfPicture(first: Picture): MemoryStore {
  let picture = first;
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
          (table) => [table.name, adoptTable(picture.tables.get(table.name), table)] as const,
        );
        picture = { ...picture, tables: new Map([...picture.tables, ...adopted]) };
      });
    },

    async read(work) {
      ensureOpen();
      const transaction = new MemoryRead(picture);
      try {
        return await work(transaction);
      } finally {
        transaction.end();
      }
    },

    async write(work) {
      ensureOpen();
      return writers.run(async () => {
        const transaction = new MemoryWrite(picture);
        try {
          const answer = await work(transaction);
          await transaction.whenIdle();
          picture = transaction.picture;
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

    toLines: () => writeLines(picture),
  };
}
