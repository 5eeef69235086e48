import { AsyncLocalStorage } from "node:async_hooks";
import { existsSync } from "node:fs";
import { chmod, rename, rm, stat } from "node:fs/promises";
import { WriteQueue } from "@tablewright/core/storage";
import {
  type FindStatement,
  quoteName,
  type SqlDriver,
  type SqlValue,
  type StatementReport,
  type TableLayout,
} from "@tablewright/store-sql";
import { connectWriter, IN_MEMORY, makePrivateFile } from "./connect.ts";
import type { SqliteConnection } from "./connection.ts";
import type { DatabaseFileWatch } from "./file-watch.ts";
import { ReaderPool } from "./reader-pool.ts";
import { searchSqlite } from "./search.ts";
import { beginWriting, SharedCommits } from "./shared-commits.ts";
import { SqliteError } from "./sqlite-error.ts";

/**
 * One SQLite file: one connection that writes, and others that read. `:memory:`, and a file of another program without a
 * write-ahead log, has one connection, on which readers take turns with the writers. `longestWait` is how long, in milliseconds, to wait for other programs; `watch` looks after the file.
 */
export function sqliteDriver(
  file: string,
  writer: SqliteConnection,
  longestWait: number,
  watch?: DatabaseFileWatch,
): SqlDriver<SqliteConnection> {
  const noting = <T>(work: () => Promise<T>): Promise<T> => watch?.noting(work) ?? work();
  const hasReaders = writer.get("pragma journal_mode")?.[0] === "wal";
  const writers = new WriteQueue(new AsyncLocalStorage());
  const sharing = { ...(file === IN_MEMORY ? UNSHARED : SHARED), wait: longestWait };
  const commits = new SharedCommits(writer, writers, sharing, watch);
  const readers = hasReaders ? new ReaderPool(file, watch) : undefined;
  /** Runs `work` on one snapshot of the file. */
  const snapshot = async <T>(work: (connection: SqliteConnection) => Promise<T>): Promise<T> => {
    watch?.lookNowAndThen();
    const read = (connection: SqliteConnection) => {
      connection.run("begin");
      return commitAfter(connection, () => {
        connection.get("select 1 from sqlite_schema"); // a snapshot is taken by the first reading, not by `begin`
        return work(connection);
      });
    };
    return readers === undefined ? commits.runAlone(() => read(writer)) : readers.use(read);
  };

  return {
    read: (work) => noting(() => snapshot(work)),
    write: (work) => noting(() => commits.run(() => work(writer))),

    alter: (work) =>
      noting(() =>
        commits.runAlone(async () => {
          watch?.lookToWrite();
          await beginWriting(writer, performance.now() + longestWait);
          const answer = await commitAfter(writer, () => work(writer));
          watch?.committed();
          return answer;
        }),
      ),

    ...(readers === undefined
      ? {}
      : {
          readAlone: (statement, values) => {
            watch?.lookNowAndThen();
            return readers.useAtOnce((connection) =>
              connection.all(statement, values as readonly SqlValue[]),
            );
          },
        }),

    search: searchSqlite,
    explain: explainStatement,
    step,
    isOfMissing: (error) => /no such (table|column)|has no column/u.test(String(error)),
    backUp: (copy, { replaces }) => snapshot((connection) => backUp(connection, copy, replaces)),

    statements: () => writer.statements + (readers?.statements ?? 0),

    async check() {
      watch?.check();
      writer.get("select 1 from sqlite_schema");
    },

    async close() {
      await writers.whenIdle();
      readers?.close();
      writer.close();
    },
  };
}

async function step<T>(connection: SqliteConnection, work: () => Promise<T>): Promise<T> {
  // After some errors SQLite has rolled back by itself, and what follows would be written for good at once.
  if (!connection.isInTransaction) throw new Error("The transaction was lost to an earlier error.");
  connection.exec("savepoint step");
  try {
    return await work();
  } catch (error) {
    if (connection.isInTransaction) connection.exec("rollback to step");
    throw error;
  } finally {
    if (connection.isInTransaction) connection.exec("release step");
  }
}

/** A commit takes some milliseconds of the disk; more writers than these would wait longer than they gain. */
const SHARED = { members: 64, milliseconds: 10 };

/** In memory a commit costs nothing. */
const UNSHARED = { members: 1, milliseconds: 0 };

/** Runs `work` in the transaction that was begun and commits; rolls back when it throws, and rejects with what it threw. */
async function commitAfter<T>(connection: SqliteConnection, work: () => T | Promise<T>): Promise<T> {
  try {
    const answer = await work();
    connection.run("commit");
    return answer;
  } catch (error) {
    if (connection.isInTransaction) connection.run("rollback");
    throw error;
  }
}

/** How the file would carry out a statement, by what SQLite itself says. */
function explainStatement(
  connection: SqliteConnection,
  { name }: TableLayout,
  { text, values, limited }: FindStatement,
): StatementReport {
  const steps = connection.all(`explain query plan ${text}`, values).map((step) => String(step.at(-1)));
  const isCutOff = limited && !steps.includes("USE TEMP B-TREE FOR ORDER BY");
  const indexes = namesOfIndexes(connection).filter((index) => steps.some((step) => isUsing(step, index)));
  // How many rows an index leaves, SQLite does not know.
  const isWhole = steps.some(isWholeScan) && !isCutOff;
  return isWhole ? { indexes, estimatedRows: countRows(connection, name) } : { indexes };
}

function countRows(connection: SqliteConnection, table: string): number {
  return Number(connection.get(`select count(*) from ${quoteName(table)}`)?.[0]);
}

function namesOfIndexes(connection: SqliteConnection): readonly string[] {
  return connection.all("select name from sqlite_schema where type = 'index'").map(([name]) => String(name));
}

function isUsing(step: string, index: string): boolean {
  return step.endsWith(` INDEX ${index}`) || step.includes(` INDEX ${index} (`);
}

/** The rows of the plan are those of `t`. */
function isWholeScan(step: string): boolean {
  return step === "SCAN t" || step.startsWith("SCAN t USING ");
}

/**
 * Copies what a connection sees, which has to be in a transaction: then others may write meanwhile, and the copy neither
 * begins again nor mixes two states. Until the copy is whole and found sound it lies next to its place, so that a copying
 * that fails leaves an older one as it was.
 */
export async function backUp(connection: SqliteConnection, copy: string, replaces: boolean): Promise<void> {
  if (existsSync(copy) && !replaces) throw new SqliteError(`There is a file "${copy}" already.`);
  // SQLite would take the log of another file for the log of this one.
  if (existsSync(`${copy}-wal`))
    throw new SqliteError(
      `"${copy}" is in use by another program, or was left behind by one: look at "${copy}-wal".`,
    );
  const unfinished = `${copy}.unfinished`;
  await removeDatabase(unfinished);
  try {
    makePrivateFile(unfinished);
    const replaced = await stat(copy).catch(() => undefined);
    if (replaced !== undefined) await chmod(unfinished, replaced.mode);
    await connection.copyTo(unfinished);
    refuseUnsound(unfinished);
    await rename(unfinished, copy);
  } catch (error) {
    await removeDatabase(unfinished);
    throw error;
  }
}

/** Opens the copy as a store would and closes it, which also empties its log. */
function refuseUnsound(copy: string): void {
  const connection = connectWriter(copy, {});
  try {
    const [verdict] = connection.get("pragma quick_check(1)") ?? [];
    if (verdict !== "ok")
      throw new SqliteError(`The copy is damaged, and so may be what was copied: ${verdict}.`);
  } finally {
    connection.close();
  }
}

async function removeDatabase(file: string): Promise<void> {
  for (const ending of ["", "-wal", "-shm", "-journal"]) await rm(`${file}${ending}`, { force: true });
}
