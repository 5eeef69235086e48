import { closeSync, existsSync, openSync, readSync, statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { SqliteError } from "../sqlite-error.ts";

/**
 * A connection that leaves a file as it is, and nothing next to it. To read a file in write-ahead mode SQLite makes two files
 * next to it and leaves them; where there is no log, the file is whole by itself and is read as one that never changes.
 */
export function openReadOnly(file: string): DatabaseSync {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats === undefined) throw new SqliteError(`There is no file "${file}".`);
  if (stats.isDirectory()) throw new SqliteError(`"${file}" is a folder, and a file is expected.`);
  const isWhole = hasWriteAheadLog(file) && !existsSync(`${file}-wal`);
  const address = pathToFileURL(file);
  if (isWhole) address.searchParams.set("immutable", "1");
  return guarded(file, () => {
    const database = new DatabaseSync(address, { readOnly: true, timeout: LONGEST_WAIT });
    database.exec("pragma query_only = on");
    return database;
  });
}

/** What SQLite throws comes out in words about the file. */
export function guarded<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw SqliteError.of(error, file);
  }
}

/** The header of a file says so in its 19th byte. */
function hasWriteAheadLog(file: string): boolean {
  const header = Buffer.alloc(20);
  let handle: number | undefined;
  try {
    handle = openSync(file, "r");
    readSync(handle, header, 0, header.length, 0);
  } catch {
    // No right to read: SQLite is about to say so.
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
  return header[18] === 2;
}

/** Milliseconds to wait for another program. */
const LONGEST_WAIT = 5_000;
