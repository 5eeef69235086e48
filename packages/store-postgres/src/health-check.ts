import { HealthCheck, LONGEST_CHECK, type SqlValue } from "@tablewright/store-sql";
import { type ClientBase, Pool, type PoolConfig } from "pg";
import { PostgresError } from "./postgres-error.ts";

/** Asks PostgreSQL on a connection of its own. */
export class PostgresHealth extends HealthCheck {
  readonly #pool: Pool;
  readonly #place: string;

  /** `longest` milliseconds for the connection, and as many for the answer. */
  constructor(config: PoolConfig, place: string, longest = LONGEST_CHECK) {
    super();
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

  protected async look(): Promise<void> {
    try {
      await this.#pool.query("select 1");
    } catch (error) {
      throw PostgresError.of(error, this.#place);
    }
  }
}
