import type { SqlValue } from "../values/sql-value.ts";

/** A database in this process answers at once, another one later. */
export type Awaitable<T> = T | Promise<T>;

/** What is bound to a statement: a value, or, where a database takes arrays, one for each of many rows. */
export type Bound = SqlValue | readonly SqlValue[];

/** A connection to a database, in a transaction while a store has it. What breaks it comes out as the driver's own error. */
export interface SqlConnection {
  /** Runs statements without values and without an answer. */
  exec(sql: string): Awaitable<unknown>;
  /** The rows that a statement answers. It is prepared once on each connection. */
  all(sql: string, values?: readonly Bound[]): Awaitable<SqlValue[][]>;
  /** The first row that a statement answers. */
  get(sql: string, values?: readonly Bound[]): Awaitable<SqlValue[] | undefined>;
  /** How many rows a statement has changed. */
  run(sql: string, values?: readonly Bound[]): Awaitable<number>;
}
