import { quoteName } from "@tablewright/store-sql";
import { Pool } from "pg";
import { isPostgresError, PostgresError } from "./postgres-error.ts";
import { type PostgresOptions, readPostgresAddress, sessionSettings } from "./postgres-options.ts";

/**
 * What servers over one database have taken of their limits in time, in a table that outlives no crash: at most a minute of it
 * matters. It has one connection of its own, which calls do not wait for.
 */
export class PostgresRates {
  readonly #pool: Pool;
  readonly #table: string;
  #isMade = false;

  constructor(where: string | PostgresOptions) {
    const options = typeof where === "string" ? readPostgresAddress(where) : where;
    const { config } = sessionSettings({ ...options, max: 1, allowExitOnIdle: true });
    const { schema, checkTimeout: longest = LONGEST } = options;
    this.#pool = new Pool({ ...config, connectionTimeoutMillis: longest, query_timeout: longest });
    this.#pool.on("error", () => {});
    this.#table = [...(schema === undefined ? [] : [schema]), "tablewright_rates"].map(quoteName).join(".");
  }

  /** Adds milliseconds that calls of names have taken, and answers what all servers have taken and has not come back. */
  async exchange(taken: readonly Taken[]): Promise<readonly Taken[]> {
    try {
      if (!this.#isMade) await this.#make();
      this.#isMade = true;
      if (taken.length > 0) {
        const names = taken.map(({ name }) => name);
        await this.#pool.query(this.#add, [names, taken.map(({ milliseconds }) => milliseconds)]);
      }
      const { rows } = await this.#pool.query<Taken>(this.#list);
      await this.#pool.query(this.#forget);
      return rows;
    } catch (error) {
      this.#isMade = false; // it may be another database by the next time
      throw PostgresError.of(error, "The database of the limits in time");
    }
  }

  close(): Promise<void> {
    return this.#pool.end();
  }

  async #make(): Promise<void> {
    const columns = "name text primary key, full_at double precision not null";
    try {
      await this.#pool.query(`create unlogged table if not exists ${this.#table} (${columns})`);
    } catch (error) {
      if (!isPostgresError(error, "made meanwhile")) throw error;
    }
  }

  /** In one order, so that two servers never wait for each other. */
  get #add(): string {
    return `insert into ${this.#table} as known (name, full_at)
      select name, ${NOW} + milliseconds from unnest($1::text[], $2::float8[]) as taken (name, milliseconds) order by name
      on conflict (name) do update
        set full_at = greatest(known.full_at, ${NOW}) + excluded.full_at - ${NOW}`;
  }

  get #list(): string {
    return `select name, full_at - ${NOW} as milliseconds from ${this.#table} where full_at > ${NOW}
      order by full_at desc limit ${MOST_NAMES}`;
  }

  get #forget(): string {
    return `delete from ${this.#table} where name in
      (select name from ${this.#table} where full_at <= ${NOW} for update skip locked)`;
  }
}

interface Taken {
  readonly name: string;
  readonly milliseconds: number;
}

/** The database's clock, so that those of servers need not agree. */
const NOW = "extract(epoch from statement_timestamp())::float8 * 1000";

/** Names that a server learns about at a time, those first that have taken most. */
const MOST_NAMES = 10_000;

/** Milliseconds for the connection, and for each statement. */
const LONGEST = 2_000;
