import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Store } from "@tablewright/core/storage";
import { sqlStore } from "@tablewright/store-sql";
import { prepareCatalogue } from "./prepare-catalogue.ts";
import { connectWriter } from "./connect.ts";
import type { Connection } from "./connection.ts";
import { IN_MEMORY } from "./in-memory.ts";
import { makePrivateFile } from "./make-private-file.ts";
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
    const writer = makeReady(file, options);
    const driver = sqliteDriver(file, writer, options.longestWait ?? LONGEST_WAIT);
    const store = sqlStore({ name: "sqlite", driver, dialect: sqliteDialect });
    return { ...store, close: () => store.close().then(release) };
  } catch (error) {
    release();
    throw error;
  }
}

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
