import { Connection } from "./connection.ts";
import type { FileOwner } from "./prepare-catalogue.ts";
import { refuseWeakSettings } from "./refuse-weak-settings.ts";
import type { SqliteOptions } from "./sqlite-options.ts";

/**
 * The connection that writes, with settings under which a commit that was acknowledged survives a crash of the program
 * and a loss of power. Throws when the file does not take them. A file of another program keeps its journal.
 */
export function connectWriter(
  file: string,
  { acceptsLoss = false }: SqliteOptions,
  owner: FileOwner = "ours",
): Connection {
  const connection = new Connection(file, { readOnly: false, timeout: LONGEST_WAIT });
  try {
    for (const setting of [
      ...(owner === "ours" ? ["journal_mode = wal"] : []),
      `synchronous = ${acceptsLoss ? "normal" : "full"}`,
      "fullfsync = on",
      "checkpoint_fullfsync = on",
      `cache_size = -${CACHE}`,
    ])
      connection.all(`pragma ${setting}`);
    refuseWeakSettings(connection, file, { acceptsLoss }, owner);
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** A connection that reads beside the writer, and keeps so many KiB of pages. */
export function connectReader(file: string, cache: number = CACHE): Connection {
  const connection = new Connection(file, { readOnly: true, timeout: LONGEST_WAIT });
  connection.all(`pragma cache_size = -${cache}`);
  return connection;
}

/** KiB of pages a connection, eight times what SQLite would take: reading by an index comes back to the same pages. */
const CACHE = 16_384;

/** Milliseconds to wait for other programs, in which this one does nothing else, as it opens or recovers a file. */
const LONGEST_WAIT = 5_000;
