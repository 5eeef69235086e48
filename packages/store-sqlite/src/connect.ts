import { closeSync, openSync } from "node:fs";
import { SqliteConnection } from "./connection.ts";
import type { FileOwner } from "./prepare-catalogue.ts";
import { SqliteError } from "./sqlite-error.ts";

/**
 * Throws when readers would have to wait for the writer, or when a commit that was acknowledged might not survive a loss
 * of power, unless that is accepted. Asks the connection: some files do not take a setting.
 */
export function refuseWeakSqlite(
  connection: Pick<SqliteConnection, "get">,
  file: string,
  { acceptsLoss = false }: SqliteOptions,
  owner: FileOwner = "ours",
): void {
  const journal = connection.get("pragma journal_mode")?.[0];
  const synchronous = Number(connection.get("pragma synchronous")?.[0]);
  if (owner === "theirs" && (journal === "off" || journal === "memory") && !acceptsLoss)
    throw new SqliteError(
      `"${file}" has its journal in the mode "${journal}", so that a crash may damage it; another mode, such as wal, is expected.`,
    );
  if (owner === "ours" && journal !== (file === IN_MEMORY ? "memory" : "wal"))
    throw new SqliteError(
      `"${file}" does not take a write-ahead log, its journal is "${journal}": put it on a disk of this machine, not on one of the network.`,
    );
  if (synchronous < FULL && !acceptsLoss)
    throw new SqliteError(
      `"${file}" is written with synchronous = ${synchronous}, so that a loss of power may take back what was acknowledged; ` +
        `it has to be ${FULL} (full).`,
    );
}

const FULL = 2;

/**
 * The connection that writes, with settings under which a commit that was acknowledged survives a crash of the program
 * and a loss of power. Throws when the file does not take them. A file of another program keeps its journal.
 */
export function connectWriter(
  file: string,
  { acceptsLoss = false }: SqliteOptions,
  owner: FileOwner = "ours",
): SqliteConnection {
  const connection = new SqliteConnection(file, { readOnly: false, timeout: LONGEST_WAIT });
  try {
    for (const setting of [
      ...(owner === "ours" ? ["journal_mode = wal"] : []),
      `synchronous = ${acceptsLoss ? "normal" : "full"}`,
      "fullfsync = on",
      "checkpoint_fullfsync = on",
      `cache_size = -${CACHE}`,
    ])
      connection.all(`pragma ${setting}`);
    refuseWeakSqlite(connection, file, { acceptsLoss }, owner);
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** A connection that reads while another writes, and keeps so many KiB of pages. */
export function connectReader(file: string, cache: number = CACHE): SqliteConnection {
  const connection = new SqliteConnection(file, { readOnly: true, timeout: LONGEST_WAIT });
  connection.all(`pragma cache_size = -${cache}`);
  return connection;
}

/** KiB of pages a connection, eight times what SQLite would take: reading by an index comes back to the same pages. */
const CACHE = 16_384;

/** Milliseconds to wait for other programs, in which this one does nothing else, as it opens or recovers a file. */
const LONGEST_WAIT = 5_000;

/** Where SQLite keeps a database that ends with its connection. */
export const IN_MEMORY = ":memory:";

/**
 * Makes a database that is not there yet, empty and only for its owner: SQLite gives the mode of the file to its log and
 * index as well. A file that is there keeps its mode, and SQLite reports what is in the way when it opens the file.
 */
export function makePrivateFile(file: string): void {
  if (file === "" || file === IN_MEMORY || file.startsWith("file:")) return;
  try {
    closeSync(openSync(file, "wx", 0o600));
  } catch {
    return;
  }
}

/** How a file is used; what is not said is as safe as it can be. */
export interface SqliteOptions {
  /** Do not wait for the disk: a loss of power may take back the last changes, though it leaves none half. */
  readonly acceptsLoss?: boolean;
  /** Refuse a file that is not there instead of making it. */
  readonly mustExist?: boolean;
  /**
   * Open the file only for reading and make nothing in it. Where it has no tables of ours, the store `keepsNothing`. Next to a file in
   * write-ahead mode SQLite needs its two others, and makes them where they are missing.
   */
  readonly readOnly?: boolean;
  /**
   * Whether nothing is made: what opening would make is tried, and taken back. Where the file lacks tables of ours, the store
   * `keepsNothing`, and its `planOpen` returns what opening would do.
   */
  readonly dryRun?: boolean;
  /** How many milliseconds a write waits for another program that writes; 5,000 when left out. */
  readonly longestWait?: number;
}
