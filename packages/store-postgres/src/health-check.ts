import type { SqlValue } from "@tablewright/store-sql";
import { type ClientBase, Pool, type PoolConfig } from "pg";
import { PostgresError } from "./postgres-error.ts";

/**
 * Asks the database whether it answers, soon and on a connection of its own: many calls under way neither delay the
 * answer nor change it.
 */
export class HealthCheck {
  readonly #pool: Pool;
  readonly #place: string;
  #asking: Promise<void> | undefined;

  /** `longest` milliseconds for the connection, and as many for the answer. */
  constructor(config: PoolConfig, place: string, longest = LONGEST) {
    this.#pool = new Pool({
      ...config,
      max: 1,
      connectionTimeoutMillis: longest,
      query_timeout: longest,
      keepAlive: false,
      allowExitOnIdle: true,
      onConnect: async (client) => {
        client.on("error", () => {}); // what waits for an answer rejects
      },
    });
    this.#pool.on("error", () => {});
    this.#place = place;
  }

  /** Those who ask at the same time are answered together. */
  ask(): Promise<void> {
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }

  /** The row that a statement answers. */
  async askFor(sql: string): Promise<SqlValue[]> {
    const { rows } = await this.#pool.query<SqlValue[]>({ text: sql, rowMode: "array" });
    return rows[0] ?? [];
  }

  /** Runs `work` on that connection. */
  async withClient<T>(work: (client: ClientBase) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect();
    try {
      return await work(client);
    } finally {
      client.release();
    }
  }

  close(): Promise<void> {
    return this.#pool.end();
  }

  async #ask(): Promise<void> {
    try {
      await this.#pool.query("select 1");
    } catch (error) {
      throw PostgresError.of(error, this.#place);
    }
  }
}

/** Milliseconds. */
const LONGEST = 1_500;
