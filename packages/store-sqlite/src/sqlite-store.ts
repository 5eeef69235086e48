import { AsyncLocalStorage } from "node:async_hooks";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { type Key, type Store, WriteQueue } from "@tablewright/core/storage";
import { LoneRead } from "@tablewright/store-sql";
import { backUp } from "./back-up.ts";
import { beginWriting } from "./begin-writing.ts";
import { prepareCatalogue } from "./catalogue.ts";
import { commitAfter } from "./commit-after.ts";
import { connectWriter } from "./connect.ts";
import type { Connection } from "./connection.ts";
import { ensureTable } from "./ensure-table.ts";
import { IN_MEMORY } from "./in-memory.ts";
import { makePrivateFile } from "./make-private-file.ts";
import { planMigration } from "./plan-migration.ts";
import { readAlone } from "./read-alone.ts";
import { ReaderPool } from "./reader-pool.ts";
import { SharedCommits } from "./shared-commits.ts";
import { SqliteError } from "./sqlite-error.ts";
import type { SqliteOptions } from "./sqlite-options.ts";
import { SqliteRead } from "./sqlite-read.ts";
import { openSqliteTable, type SqliteTable } from "./sqlite-table.ts";
import { SqliteWrite } from "./sqlite-write.ts";

/**
 * A store in one SQLite file, which is made when it is missing. Throws when the file cannot be written, is in use by
 * another program, or is none of ours. `:memory:` lives as long as the store and has one connection: readers take turns
 * with the writers, and a read inside a write is refused.
 */
export function sqliteStore(file: string, options: SqliteOptions = {}): Store {
  const release = holdFile(file);
  let writer: Connection;
  try {
    writer = makeReady(file, options);
  } catch (error) {
    release();
    throw error;
  }
  const { longestWait = LONGEST_WAIT } = options;
  let tables: ReadonlyMap<string, SqliteTable> = new Map();
  let isClosed = false;
  const writers = new WriteQueue(new AsyncLocalStorage());
  const commits = new SharedCommits(writer, writers, {
    ...(file === IN_MEMORY ? UNSHARED : SHARED),
    wait: longestWait,
  });
  const readers = file === IN_MEMORY ? undefined : new ReaderPool(file);
  const ensureOpen = () => {
    if (isClosed) throw new Error("The store is closed.");
  };
  /** Runs `work` on one snapshot of the file. */
  const snapshot = async <T>(work: (connection: Connection) => Promise<T>): Promise<T> => {
    const read = (connection: Connection) => {
      connection.run("begin");
      return commitAfter(connection, () => {
        connection.get("select 1 from tablewright_tables"); // a snapshot is taken by the first reading, not by `begin`
        return work(connection);
      });
    };
    return readers === undefined ? commits.runAlone(() => read(writer)) : readers.use(read);
  };

  /** By one statement where that is enough, because it is a snapshot by itself. */
  const rowsOf = async (lent: ReaderPool, name: string, keys: readonly Key[]) => {
    const table = tables.get(name);
    const rows = table && lent.useAtOnce((connection) => readAlone(connection, table, keys));
    return rows ?? snapshot((connection) => new SqliteRead(connection, tables).getByKeys(name, keys));
  };

  return {
    name: "sqlite",

    async open(wanted) {
      ensureOpen();
      await commits.runAlone(async () => {
        await beginWriting(writer, performance.now() + longestWait);
        const opened = await commitAfter(writer, () =>
          wanted.map((table) => [table.name, openSqliteTable(ensureTable(writer, table))] as const),
        );
        tables = new Map([...tables, ...opened]);
      });
    },

    async planOpen(wanted) {
      ensureOpen();
      return snapshot(async (connection) => planMigration(connection, wanted));
    },

    async read(work, { once = false } = {}) {
      ensureOpen();
      if (once && readers !== undefined) {
        const lone = new LoneRead((table, keys) => rowsOf(readers, table, keys));
        return lone.endAfter(() => work(lone));
      }
      return snapshot((connection) => {
        const transaction = new SqliteRead(connection, tables);
        return transaction.endAfter(() => work(transaction));
      });
    },

    async write(work) {
      ensureOpen();
      return commits.run(() => {
        const transaction = new SqliteWrite(writer, tables);
        return transaction.endAfter(() => work(transaction));
      });
    },

    async backUp(copy, { replaces = false } = {}) {
      ensureOpen();
      await snapshot((connection) => backUp(connection, copy, replaces));
    },

    async check() {
      ensureOpen();
      writer.get("select 1 from tablewright_tables");
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

/** A commit takes some milliseconds of the disk; more writers than these would wait longer than they gain. */
const SHARED = { members: 64, milliseconds: 10 };

/** In memory a commit costs nothing. */
const UNSHARED = { members: 1, milliseconds: 0 };

const LONGEST_WAIT = 5_000;

function makeReady(file: string, options: SqliteOptions): Connection {
  if (options.mustExist && file !== IN_MEMORY && !existsSync(file))
    throw new SqliteError(`There is no file "${file}".`);
  makePrivateFile(file);
  const writer = connectWriter(file, options);
  try {
    writer.exec("begin immediate");
    prepareCatalogue(writer, file);
    writer.exec("commit");
    writer.exec("pragma busy_timeout = 0"); // from now on `beginWriting` waits, and lets others work meanwhile
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
  if (held.has(path)) throw new SqliteError(`"${file}" is in use by another store of this process.`);
  held.add(path);
  return () => held.delete(path);
}

const held = new Set<string>();
