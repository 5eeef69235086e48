import { quoteName, type SqlValue } from "@tablewright/store-sql";
import { Client, Pool } from "pg";
import { columnTypes } from "./column-types.ts";
import { Connection, StatementNames } from "./connection.ts";
import { mayBeginAgain, PostgresFault } from "./postgres-fault.ts";
import type { PostgresOptions } from "./postgres-options.ts";

/** The connections to one database. A broken one is replaced, and breaks nothing but the transaction it is in. */
export class Database {
  /** How people call it; never with a password. */
  readonly place: string;
  readonly #pool: Pool;
  readonly #names = new StatementNames();

  constructor({ schema, acceptsLoss: _, ...options }: PostgresOptions) {
    const config = { ...DEFAULTS, ...options, types: columnTypes };
    const { host, port, database } = new Client(config);
    this.place = `The database "${database ?? ""}" at ${host}:${port}`;
    this.#pool = new Pool({
      ...config,
      onConnect: async (client) => {
        // A connection can break while nobody waits for it; the next call on it tells.
        client.on("error", () => {});
        if (schema !== undefined) await client.query(`set search_path to ${quoteName(schema)}`);
      },
    });
    this.#pool.on("error", () => {});
  }

  /**
   * Runs `work` between the statements `begin` and a commit; rolls back when it throws, and rejects with what it threw.
   * Begins again, on another connection, where the fault came before the work. `begun` are the rows of the last statement
   * that begins.
   */
  async inTransaction<T>(
    begin: string,
    work: (connection: Connection, begun: readonly (readonly SqlValue[])[]) => Promise<T>,
  ): Promise<T> {
    const { connection, begun, release } = await this.#begin(begin);
    let isBroken = true;
    try {
      const answer = await work(connection, begun);
      // After a statement that failed there is nothing to commit, and PostgreSQL says so only by the way.
      if ((await connection.exec("commit")) !== "COMMIT") throw new Error(LOST);
      isBroken = false;
      return answer;
    } catch (error) {
      isBroken = await connection.exec("rollback").then(
        () => false,
        () => true,
      );
      throw error;
    } finally {
      release(isBroken);
    }
  }

  /**
   * Runs `work`, which only reads, after the statements `begin`. What it answers is true however its transaction ends, so
   * nobody waits for that.
   */
  async inPicture<T>(
    begin: string,
    work: (connection: Connection, begun: readonly (readonly SqlValue[])[]) => Promise<T>,
  ): Promise<T> {
    const { connection, begun, release } = await this.#begin(begin);
    try {
      return await work(connection, begun);
    } finally {
      connection.exec("rollback").then(
        () => release(false),
        () => release(true),
      );
    }
  }

  /** Waits for the transactions under way. */
  async close(): Promise<void> {
    await this.#pool.end();
  }

  async #begin(begin: string) {
    for (let attempt = 1; ; attempt++) {
      const client = await this.#connect();
      const connection = new Connection(client, this.place, this.#names);
      try {
        const begun = await connection.read(begin);
        return { connection, begun, release: (isBroken: boolean) => client.release(isBroken) };
      } catch (error) {
        client.release(true);
        if (attempt >= ATTEMPTS || !mayBeginAgain(error)) throw error;
      }
    }
  }

  async #connect() {
    try {
      return await this.#pool.connect();
    } catch (error) {
      throw PostgresFault.of(error, this.place);
    }
  }
}

/** Milliseconds. Whoever holds the database longer is broken, and the others go on. */
const DEFAULTS: PostgresOptions = {
  max: 10,
  application_name: "tablewright",
  keepAlive: true,
  connectionTimeoutMillis: 10_000,
  statement_timeout: 30_000,
  idle_in_transaction_session_timeout: 60_000,
};

/** More than the pool has connections, so that a restart of the server, which breaks them all, is not felt. */
const ATTEMPTS = 12;

const LOST = "The transaction was lost to an earlier fault.";
