import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import type { MigrationPlan, Opening, Store, StoredTable } from "@tablewright/core/storage";
import {
  type SqlDatabase,
  type SqlDriver,
  sourceReader,
  sourceRefusals,
  sqlStore,
} from "@tablewright/store-sql";
import { connectReader, connectWriter } from "./connect.ts";
import type { Connection } from "./connection.ts";
import { FileWatch } from "./file-watch.ts";
import { IN_MEMORY } from "./in-memory.ts";
import { introspectSqlite } from "./introspect/introspect-sqlite.ts";
import { guarded, openReadOnly } from "./introspect/read-only-connection.ts";
import { makePrivateFile } from "./make-private-file.ts";
import { type FileOwner, hasCatalogue, isJoined, joinFile, prepareCatalogue } from "./prepare-catalogue.ts";
import { sqliteDialect } from "./sqlite-dialect.ts";
import { sqliteDriver } from "./sqlite-driver.ts";
import { SqliteError } from "./sqlite-error.ts";
import type { SqliteOptions } from "./sqlite-options.ts";

/**
 * A store in one SQLite file, which is made when it is missing. Throws when the file cannot be written, is in use by
 * another program, or is none of ours. `:memory:` lives as long as the store and has one connection: readers take turns
 * with the writers, and a read inside a write is refused.
 */
export function sqliteStore(file: string, options: SqliteOptions = {}): Store {
  const release = holdFile(file);
  try {
    if (options.readOnly) return readingStore(file, options, release);
    const { writer, owner } = makeReady(file, options);
    const watch = file === IN_MEMORY ? undefined : new FileWatch(file);
    const driver = sqliteDriver(file, writer, options.longestWait ?? LONGEST_WAIT, watch);
    const database = {
      name: "sqlite",
      driver,
      dialect: sqliteDialect,
      ...(file === IN_MEMORY ? {} : describing(file)),
    };
    const store = sqlStore(owner === "ours" ? database : { ...database, prepare: joining(file, driver) });
    return {
      ...store,
      planOpen: async (expected: readonly StoredTable[], opening?: Opening) => {
        if (owner === "ours" || isJoined(writer)) return (await store.planOpen?.(expected, opening)) ?? [];
        refuseWithoutSources(file, expected);
        return [...(await sourceRefusals(database, expected)), ...(await planForEmpty(expected))];
      },
      close: () => store.close().then(release),
    };
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
  const driver = sqliteDriver(file, connection, longestWait, new FileWatch(file));
  const database = { name: "sqlite", driver, dialect: sqliteDialect, ...describing(file) };
  const store = hasCatalogue(connection, file) ? sqlStore(database) : sourceReader(database);
  return { ...store, close: () => store.close().then(release) };
}

function describing(file: string): Pick<SqlDatabase<Connection>, "describe"> {
  return { describe: () => introspectSqlite(file) };
}

/** What opening an empty file for the tables of our own would do. */
async function planForEmpty(expected: readonly StoredTable[]): Promise<MigrationPlan> {
  const empty = sqliteStore(IN_MEMORY);
  const plan = await empty.planOpen?.(expected.filter(({ source }) => source === undefined));
  await empty.close();
  return plan ?? [];
}

const LONGEST_WAIT = 5_000;

function makeReady(file: string, options: SqliteOptions): { writer: Connection; owner: FileOwner } {
  if (options.mustExist && file !== IN_MEMORY && !existsSync(file))
    throw new SqliteError(`There is no file "${file}".`);
  makePrivateFile(file);
  const owner = ownerOf(file);
  const writer = connectWriter(file, options, owner);
  try {
    writer.exec("begin immediate");
    prepareCatalogue(writer, file);
    writer.exec("commit");
    writer.exec("pragma busy_timeout = 0"); // from now on `beginWriting` waits, and lets others work meanwhile
    return { writer, owner };
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
function joining(file: string, driver: SqlDriver<Connection>) {
  return async (expected: readonly StoredTable[]): Promise<void> => {
    refuseWithoutSources(file, expected);
    await driver.alter(async (connection) => joinFile(connection));
  };
}

/** Throws where a file of another program would get tables of ours alone. */
function refuseWithoutSources(file: string, expected: readonly StoredTable[]): void {
  if (expected.some(({ source }) => source !== undefined)) return;
  throw new Error(
    `"${file}" holds tables of another program; name a file of its own, or name its tables as the source of those of the ` +
      'definition, as "tablewright introspect" writes them.',
  );
}
