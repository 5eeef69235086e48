import type { Meter } from "@tablewright/core/storage";
import {
  type Bound,
  type SqlConnection,
  type SqlValue,
  statementLimit,
  timeOver,
} from "@tablewright/store-sql";
import type { BoundedAnswer, MysqlAnswer, MysqlClient } from "./client.ts";
import { isMysqlError, lockWaitOf } from "./mysql-error.ts";
import { limitStatements } from "./session.ts";

/** A connection within one transaction, or between two. After an error of the server the transaction cannot be committed. */
export class MysqlConnection implements SqlConnection {
  protected readonly client: MysqlClient;
  /** Whether every statement reads the rows as they are for the first one. */
  readonly isSnapshot: boolean;
  #hasFailed = false;
  #conflict: unknown;
  /** The budget of the last search, in whose time the statements after it are, too. */
  #meter: Meter | undefined;

  constructor(client: MysqlClient, isSnapshot = false) {
    this.client = client;
    this.isSnapshot = isSnapshot;
  }

  /** The error by which the transaction was given up in favour of others, even if its work has swallowed it. */
  get conflict(): unknown {
    return this.#conflict;
  }

  /** Runs statements without values; answers the rows of the last one. */
  async exec(sql: string): Promise<SqlValue[][]> {
    return (await this.send(() => this.client.query(sql))).rows;
  }

  /** Runs the statements that end the transaction. */
  async end(sql: string): Promise<void> {
    await this.send(() => this.client.query(sql));
  }

  async all(sql: string, values: readonly Bound[] = []): Promise<SqlValue[][]> {
    return (await this.send(() => this.client.execute(sql, values))).rows;
  }

  /** As `all`, without the rows after those that have `most` characters together. */
  allWithin(most: number, sql: string, values: readonly Bound[]): Promise<BoundedAnswer> {
    return this.send(() => this.client.executeWithin(most, sql, values), true);
  }

  async get(sql: string, values: readonly Bound[] = []): Promise<SqlValue[] | undefined> {
    return (await this.all(sql, values))[0];
  }

  async run(sql: string, values: readonly Bound[] = []): Promise<number> {
    return (await this.send(() => this.client.execute(sql, values))).changed;
  }

  /** Each statement that follows in the transaction has the time that a request has left; sent only where it matters. */
  async limitTime(meter: Meter): Promise<void> {
    this.#meter = meter;
    const limit = statementLimit(meter, this.client.limit);
    if (limit === undefined) return;
    this.client.limit = limit;
    await this.exec(limitStatements(limit));
  }

  /** What writes, or guards what it reads, takes its time by waiting for others; a search takes that of its request. */
  protected async send<T extends MysqlAnswer | BoundedAnswer>(
    work: () => Promise<T>,
    isSearch = false,
  ): Promise<T> {
    if (this.#hasFailed) throw new Error(LOST);
    try {
      return await work();
    } catch (error) {
      this.#hasFailed = true;
      const meter = isMysqlError(error, "timeout") ? this.#meter : undefined;
      const cause = meter !== undefined && !isSearch && !this.isSnapshot ? lockWaitOf(error) : error;
      if (isMysqlError(cause, "conflict")) this.#conflict ??= cause;
      throw (cause === error && meter !== undefined && timeOver(meter)) || cause;
    }
  }
}

const LOST = "The transaction was lost to an earlier error.";
