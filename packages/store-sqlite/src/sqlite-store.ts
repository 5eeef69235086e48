import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import type { Opening, Store, StoredTable } from "@tablewright/core/storage";
import { type SqlDatabase, type SqlDriver, sourceReader, sqlStore } from "@tablewright/store-sql";
import { connectReader, connectWriter, IN_MEMORY, makePrivateFile, type SqliteOptions } from "./connect.ts";
import type { SqliteConnection } from "./connection.ts";
import { DatabaseFileWatch } from "./file-watch.ts";
import { guarded, introspectSqlite, openReadOnly } from "./introspect/introspect-sqlite.ts";
import { type FileOwner, hasSqliteCatalogue, joinFile, prepareSqliteCatalogue } from "./prepare-catalogue.ts";
import { sqliteDialect } from "./sqlite-dialect.ts";
import { sqliteDriver } from "./sqlite-driver.ts";
import { SqliteError } from "./sqlite-error.ts";

/**
 * A store in one SQLite file, which is made when it is missing. Throws when the file cannot be written, is in use by
 * another program, or is none of ours. `:memory:` lives as long as the store and has one connection: readers take turns
 * with the writers, and a read inside a write is refused.
 */
export function sqliteStore(file: string, options: SqliteOptions = {}): Store {
  const release = holdFile(file);
  try {
    if (options.readOnly || (options.dryRun && !tryReady(file, options)))
      return planning(readingStore(file, options, release), file);
    const { writer, owner } = makeReady(file, options);
    const watch = file === IN_MEMORY ? undefined : new DatabaseFileWatch(file);
    const driver = sqliteDriver(file, writer, options.longestWait ?? LONGEST_WAIT, watch);
    const database = {
      name: "sqlite",
      driver,
      dialect: sqliteDialect,
      ...(file === IN_MEMORY ? {} : describing(file)),
    };
    const store = sqlStore(owner === "ours" ? database : { ...database, prepare: joining(file, driver) });
    return planning({ ...store, close: () => store.close().then(release) }, file);
  } catch (error) {
    release();
    throw error;
  }
}

/** Nothing is written by it: its connections cannot. */
function readingStore(
  file: string,
  { longestWait = LONGEST_WAIT }: SqliteOptions,
  release: () => void,
): Store {
  openReadOnly(file).close(); // says what is wrong with the file in words
  const connection = connectReader(file);
  const driver = sqliteDriver(file, connection, longestWait, new DatabaseFileWatch(file));
  const database = { name: "sqlite", driver, dialect: sqliteDialect, ...describing(file) };
  const store = hasSqliteCatalogue(connection, file) ? sqlStore(database) : sourceReader(database);
  return { ...store, close: () => store.close().then(release) };
}

/** The store, which refuses to plan tables of our own in a file of another program. */
function planning(store: Store, file: string): Store {
  return {
    ...store,
    planOpen: async (expected: readonly StoredTable[], opening?: Opening) => {
      if (ownerOf(file) === "theirs") refuseWithoutSources(file, expected);
      return (await store.planOpen?.(expected, opening)) ?? [];
    },
  };
}

function describing(file: string): Pick<SqlDatabase<SqliteConnection>, "describe"> {
  return { describe: () => introspectSqlite(file) };
}

const LONGEST_WAIT = 5_000;

function makeReady(file: string, options: SqliteOptions): { writer: SqliteConnection; owner: FileOwner } {
  if (options.mustExist && file !== IN_MEMORY && !existsSync(file))
    throw new SqliteError(`There is no file "${file}".`);
  makePrivateFile(file);
  const owner = ownerOf(file);
  const writer = connectWriter(file, options, owner);
  try {
    writer.exec("begin immediate");
    prepareSqliteCatalogue(writer, file);
    writer.exec("commit");
    writer.exec("pragma busy_timeout = 0"); // from now on `beginWriting` waits, and lets others work meanwhile
    return { writer, owner };
  } catch (error) {
    writer.close();
    throw error;
  }
}

/** Makes our tables and takes them back; answers whether none was missing. Throws for what keeps them from being made. */
function tryReady(file: string, options: SqliteOptions): boolean {
  if (file === IN_MEMORY) return true;
  openReadOnly(file).close();
  const owner = statSync(file).size === 0 ? "theirs" : ownerOf(file); // an empty file keeps its journal, too
  const writer = connectWriter(file, options, owner);
  const countTables = () => writer.get("select count(*) from sqlite_schema")?.[0];
  try {
    writer.exec("begin immediate");
    const before = countTables();
    if (prepareSqliteCatalogue(writer, file) === "theirs") joinFile(writer);
    const isWhole = countTables() === before;
    writer.exec("rollback");
    return isWhole;
  } finally {
    writer.close();
  }
}

/** Two stores on one file would each block the process while waiting for the other. */
function holdFile(file: string): () => void {
  if (file === IN_MEMORY) return () => {};
  if (file.includes("\0")) throw new SqliteError("The path of the file has a NUL character.");
  const path = resolve(file);
  if (held.has(path)) throw new SqliteError(`"${file}" is in use by another store of this process.`);
  held.add(path);
  return () => held.delete(path);
}

const held = new Set<string>();

/** Whose a file is, found by reading: it is another program's when it has tables and none, or not all, were made by us. */
function ownerOf(file: string): FileOwner {
  if (file === IN_MEMORY || !existsSync(file) || statSync(file).size === 0) return "ours";
  const database = openReadOnly(file);
  try {
    const rows = guarded(file, () => database.prepare("select name from sqlite_schema").all());
    const names = rows.map(({ name }) => String(name));
    if (names.includes("tablewright_store")) return "theirs";
    return names.length > 0 && !names.includes("tablewright_tables") ? "theirs" : "ours";
  } finally {
    database.close();
  }
}

/** Prepares a file of another program for a definition that uses tables of it; throws for one that uses none. */
function joining(file: string, driver: SqlDriver<SqliteConnection>) {
  return async (expected: readonly StoredTable[]): Promise<void> => {
    refuseWithoutSources(file, expected);
    await driver.alter(async (connection) => joinFile(connection));
  };
}

/** Throws where a file of another program would get only tables of ours. */
function refuseWithoutSources(file: string, expected: readonly StoredTable[]): void {
  if (expected.some(({ source }) => source !== undefined)) return;
  throw new SqliteError(
    `"${file}" holds tables of another program; name another file, or name its tables as the source of those of the ` +
      'definition, as "tablewright introspect" writes them.',
  );
}
