import type { Store } from "@tablewright/core/storage";
import { adoptTable } from "./adopt-table.ts";
import { MemoryRead } from "./memory-read.ts";
import { MemoryWrite } from "./memory-write.ts";
import type { TableVersion } from "./table-version.ts";
import { WriteQueue } from "./write-queue.ts";

/**
 * A store whose rows live as long as it does. Readers keep the picture they began with, and never wait; writers take
 * turns, and a commit puts the tables they forked in the place of the old ones.
 */
export function memoryStore(): Store {
  let tables: ReadonlyMap<string, TableVersion> = new Map();
  let isClosed = false;
  const writers = new WriteQueue();
  const ensureOpen = () => {
    if (isClosed) throw new Error("The store is closed.");
  };

  return {
    name: "memory",

    async open(wanted) {
      ensureOpen();
      await writers.run(async () => {
        const adopted = wanted.map(
          (table) => [table.name, adoptTable(tables.get(table.name), table)] as const,
        );
        tables = new Map([...tables, ...adopted]);
      });
    },

    async read(work) {
      ensureOpen();
      const transaction = new MemoryRead(tables);
      try {
        return await work(transaction);
      } finally {
        transaction.end();
      }
    },

    async write(work) {
      ensureOpen();
      return writers.run(async () => {
        const transaction = new MemoryWrite(tables);
        try {
          const answer = await work(transaction);
          tables = transaction.tables;
          return answer;
        } finally {
          transaction.end();
        }
      });
    },

    async close() {
      isClosed = true;
      await writers.whenIdle();
      tables = new Map();
    },
  };
}
