import { connectReader } from "./connect.ts";
import type { Connection } from "./connection.ts";

/** Connections for readers, each in use by one at a time: a connection has one picture of the file. */
export class ReaderPool {
  readonly #file: string;
  readonly #idle: Connection[] = [];
  #isClosed = false;

  constructor(file: string) {
    this.#file = file;
  }

  /** Lends a connection as long as `work` takes. */
  async use<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const connection = this.#take();
    try {
      return await work(connection);
    } finally {
      this.#giveBack(connection);
    }
  }

  /** The same for work that waits for nothing. */
  useAtOnce<T>(work: (connection: Connection) => T): T {
    const connection = this.#take();
    try {
      return work(connection);
    } finally {
      this.#giveBack(connection);
    }
  }

  /** Connections that are in use are closed when their use ends. */
  close(): void {
    this.#isClosed = true;
    for (const connection of this.#idle.splice(0)) connection.close();
  }

  #take(): Connection {
    return this.#idle.pop() ?? connectReader(this.#file);
  }

  #giveBack(connection: Connection): void {
    if (this.#isClosed || this.#idle.length >= MOST_IDLE) connection.close();
    else this.#idle.push(connection);
  }
}

const MOST_IDLE = 8;
