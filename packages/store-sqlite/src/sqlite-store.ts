import { resolve } from "node:path";
import type { ReadTransaction, Store } from "@tablewright/core/storage";
import { prepareCatalogue } from "./catalogue.ts";
import { connectWriter, IN_MEMORY } from "./connect.ts";
import type { Connection } from "./connection.ts";
import { ensureTable } from "./ensure-table.ts";
import { inSqliteTransaction } from "./in-sqlite-transaction.ts";
import { OpenTable } from "./open-table.ts";
import { ReaderPool } from "./reader-pool.ts";
import { SqliteFault } from "./sqlite-fault.ts";
import { SqliteRead } from "./sqlite-read.ts";
import { SqliteWrite } from "./sqlite-write.ts";
import { WriteQueue } from "./write-queue.ts";

/**
 * A store in one SQLite file, which is made when it is missing. Throws when the file cannot be written, is in use by
 * another program, or is none of ours. `:memory:` lives as long as the store and has one connection: readers take turns
 * with the writers, and a read inside a write is refused.
 */
export function sqliteStore(file: string): Store {
  const release = holdFile(file);
  let writer: Connection;
  try {
    writer = makeReady(file);
  } catch (error) {
    release();
    throw error;
  }
  let tables: ReadonlyMap<string, OpenTable> = new Map();
  let isClosed = false;
  const writers = new WriteQueue();
  const readers = file === IN_MEMORY ? undefined : new ReaderPool(file);
  const ensureOpen = () => {
    if (isClosed) throw new Error("The store is closed.");
  };
  const readOn = async <T>(connection: Connection, work: (transaction: ReadTransaction) => Promise<T>) => {
    const transaction = new SqliteRead(connection, tables);
    return inSqliteTransaction(connection, "begin", () => {
      connection.get("select 1 from tablewright_tables"); // a picture is taken by the first reading, not by `begin`
      return transaction.endAfter(() => work(transaction));
    });
  };

  return {
    name: "sqlite",

    async open(wanted) {
      ensureOpen();
      await writers.run(async () => {
        const opened = await inSqliteTransaction(writer, "begin immediate", () =>
          wanted.map((table) => [table.name, new OpenTable(ensureTable(writer, table))] as const),
        );
        tables = new Map([...tables, ...opened]);
      });
    },

    async read(work) {
      ensureOpen();
      if (readers === undefined) return writers.run(() => readOn(writer, work));
      const connection = readers.take();
      try {
        return await readOn(connection, work);
      } finally {
        readers.give(connection);
      }
    },

    async write(work) {
      ensureOpen();
      return writers.run(() => {
        const transaction = new SqliteWrite(writer, tables);
        return inSqliteTransaction(writer, "begin immediate", () =>
          transaction.endAfter(() => work(transaction)),
        );
      });
    },

    async close() {
      if (isClosed) return;
      isClosed = true;
      await writers.whenIdle();
      readers?.close();
      writer.close();
      release();
    },
  };
}

function makeReady(file: string): Connection {
  const writer = connectWriter(file);
  try {
    writer.exec("begin immediate");
    prepareCatalogue(writer, file);
    writer.exec("commit");
    return writer;
  } catch (error) {
    writer.close();
    throw error;
  }
}

/** Two stores on one file would each block the process while waiting for the other. */
function holdFile(file: string): () => void {
  if (file === IN_MEMORY) return () => {};
  const path = resolve(file);
  if (held.has(path)) throw new SqliteFault(`"${file}" is in use by another store of this process.`);
  held.add(path);
  return () => held.delete(path);
}

const held = new Set<string>();
