import { Connection } from "./connection.ts";
import { SqliteFault } from "./sqlite-fault.ts";

/** Where SQLite keeps a database that ends with its connection. */
export const IN_MEMORY = ":memory:";

/**
 * The connection that writes, with settings under which a commit that was acknowledged survives a crash of the program
 * and a loss of power. Throws when the file does not take them.
 */
export function connectWriter(file: string): Connection {
  const connection = new Connection(file, { readOnly: false, timeout: LONGEST_WAIT });
  try {
    for (const setting of [
      "journal_mode = wal",
      "synchronous = full",
      "fullfsync = on",
      "checkpoint_fullfsync = on",
    ])
      connection.all(`pragma ${setting}`);
    refuseWeakSettings(connection, file);
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** A connection that reads beside the writer. */
export function connectReader(file: string): Connection {
  return new Connection(file, { readOnly: true, timeout: LONGEST_WAIT });
}

function refuseWeakSettings(connection: Connection, file: string): void {
  const journal = connection.get("pragma journal_mode")?.[0];
  const synchronous = Number(connection.get("pragma synchronous")?.[0]);
  if (journal !== (file === IN_MEMORY ? "memory" : "wal"))
    throw new SqliteFault(`"${file}" does not take a write-ahead log; its journal is "${journal}".`);
  if (synchronous < FULL)
    throw new SqliteFault(`"${file}" does not take synchronous = full; it is at ${synchronous}.`);
}

const FULL = 2;
const LONGEST_WAIT = 5_000;
