import { connectReader } from "./connect.ts";
import type { SqliteConnection } from "./connection.ts";
import type { DatabaseFileWatch } from "./file-watch.ts";

/**
 * Connections for readers, each in use by one at a time: a connection has one snapshot of the file. The first few keep many
 * pages and are lent first; as many more as are needed at a time keep few.
 */
export class ReaderPool {
  readonly #file: string;
  readonly #watch: Pick<DatabaseFileWatch, "look"> | undefined;
  /** Those to be lent first are last. */
  readonly #idle: Reader[] = [];
  #open = 0;
  #isClosed = false;

  constructor(file: string, watch?: Pick<DatabaseFileWatch, "look">) {
    this.#file = file;
    this.#watch = watch;
  }

  /** Lends a connection as long as `work` takes. */
  async use<T>(work: (connection: SqliteConnection) => Promise<T>): Promise<T> {
    const reader = this.#take();
    try {
      return await work(reader.connection);
    } finally {
      this.#giveBack(reader);
    }
  }

  /** The same for work that waits for nothing. */
  useAtOnce<T>(work: (connection: SqliteConnection) => T): T {
    const reader = this.#take();
    try {
      return work(reader.connection);
    } finally {
      this.#giveBack(reader);
    }
  }

  /** How many statements the idle connections keep prepared. */
  get statements(): number {
    return this.#idle.reduce((count, { connection }) => count + connection.statements, 0);
  }

  /** Connections that are in use are closed when their use ends. */
  close(): void {
    this.#isClosed = true;
    this.#endIdle(0);
  }

  #take(): Reader {
    return this.#idle.pop() ?? this.#connect();
  }

  #connect(): Reader {
    this.#watch?.look(); // a new connection would read a file that has taken the place of ours
    const keepsMany = this.#open < KEEPING_MANY;
    const connection = keepsMany ? connectReader(this.#file) : connectReader(this.#file, FEW_PAGES);
    this.#open++;
    return { connection, keepsMany };
  }

  #giveBack(reader: Reader): void {
    if (reader.keepsMany) this.#idle.push(reader);
    else this.#idle.unshift(reader);
    this.#endIdle(this.#isClosed ? 0 : MOST_IDLE);
  }

  /** Closes all but so many of those that are idle. */
  #endIdle(most: number): void {
    if (this.#idle.length <= most) return;
    for (const { connection } of this.#idle.splice(0, this.#idle.length - most)) {
      this.#open--;
      connection.close();
    }
  }
}

interface Reader {
  readonly connection: SqliteConnection;
  readonly keepsMany: boolean;
}

const MOST_IDLE = 8;
const KEEPING_MANY = 2;

/** KiB. A search that reads much comes back to few pages. */
const FEW_PAGES = 1_024;
