import {
  type Capabilities,
  type Connections,
  EvaluationError,
  type Meter,
  type ReadUse,
  type StoredTable,
  type WriteUse,
} from "@tablewright/core/storage";
import type { DatabaseDescription } from "../introspect/database-description.ts";
import type { TableLayout } from "../tables/table-layout.ts";
import type { FindStatement } from "../transaction/find-statement.ts";
import type { SqlValue } from "../values/sql-value.ts";
import type { Awaitable, Bound, SqlConnection } from "./sql-connection.ts";
import type { SqlStoreDialect, TableIndex } from "./sql-store-dialect.ts";

/** How one kind of database is reached, and how it does best what a store asks of it. */
export interface SqlDriver<Connection extends SqlConnection = SqlConnection> {
  /** Runs `work`, which only reads, on one snapshot of what is committed when it is called, as `Store.read` does. */
  read<T>(work: (connection: Connection) => Promise<T>, use?: ReadUse): Promise<T>;
  /** Runs `work` as `Store.write` does: commits when it returns, rolls back when it throws and rejects with what it threw. */
  write<T>(work: InTransaction<Connection, T>, use?: WriteUse): Promise<T>;
  /** Whether small writes are batched, because each commit costs more than their rows and writers work concurrently. */
  readonly batchesWrites?: boolean;
  /** Runs `work`, which alters tables, as `write` does, however long it takes. */
  alter<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  /** How indexes are made while others write; missing where tables are altered all at once. */
  readonly indexBuilder?: IndexBuilder;
  /** The rows of one statement, which only reads and is a snapshot by itself; missing where there is no such thing. */
  readonly readAlone?: (
    statement: string,
    values: readonly Bound[],
    caller?: string,
  ) => Awaitable<SqlValue[][]>;
  /**
   * The rows of a plan's statement, in the time and on the budgets that the request has left. Rejects with an
   * `EvaluationError` where these are used up. Undefined where the statement would hold up others and cannot be carried out
   * a part at a time; its `ofAll` always can.
   */
  search(
    connection: Connection,
    statement: FindStatement,
    budgets: Budgets,
  ): Awaitable<SearchedRows | undefined>;
  /** How the database would carry out a statement. */
  explain(connection: Connection, layout: TableLayout, statement: FindStatement): Awaitable<StatementReport>;
  /** Runs one call of the port: when it throws, nothing of it is left, and the transaction may go on. */
  step<T>(connection: Connection, work: () => Promise<T>): Promise<T>;
  /** Whether an error may come of a table or a column that is no longer there as a statement names it. */
  isOfMissing(error: unknown): boolean;
  /** Said when columns have got other types, after which statements may not be kept that were prepared before. */
  forgetStatements?(): void;
  backUp?(copy: string, options: { readonly replaces: boolean }): Promise<void>;
  /** How many connections there are just now. */
  readonly connections?: () => Connections;
  /** How many statements are kept prepared just now. */
  readonly statements?: () => number;
  /** Rejects when the database does not answer now. */
  check(): Promise<void>;
  /** Waits for what is under way. */
  close(): Promise<void>;
}

/**
 * `lastMigration` is its number, where what begins the transaction reads it. Without guards the database keeps transactions
 * apart.
 */
export type InTransaction<Connection, T> = (
  connection: Connection,
  lastMigration?: LastMigration,
  guards?: Guards,
) => Promise<T>;

export type LastMigration = () => Promise<SqlValue | undefined>;

/** How a database would carry out a statement: the indexes it would use, and how many rows it would look at. */
export interface StatementReport {
  readonly indexes: readonly string[];
  readonly estimatedRows?: number;
}

/** What a statement spends of: the request's budget, and that of its security filters. */
export interface Budgets {
  readonly meter: Meter;
  readonly filterMeter: Meter;
}

/** What a statement answers. */
export interface SearchedRows {
  readonly rows: SqlValue[][];
  /** Whether they come in their order; else they are all, and are to be sorted by their slots. */
  readonly isSorted: boolean;
  /** What follows, a part at a time; missing where the rows are all. */
  readonly more?: RowParts;
}

/** Rows that are read a part at a time; a part may be empty, so that others have their turn. */
export interface RowParts {
  /** Undefined at the end. */
  next(): Awaitable<SqlValue[][] | undefined>;
  /** Ends the reading; called once, before the transaction writes or ends, or after the last part. */
  close(): Awaitable<unknown>;
}

/**
 * Milliseconds for which the statements that follow may run, so that they end in the time that a request has left; undefined
 * where `held`, the limit that they have already, is near enough.
 */
export function statementLimit({ remainingMilliseconds }: Meter, held: number): number | undefined {
  if (remainingMilliseconds === Number.POSITIVE_INFINITY) return undefined;
  const limit = Math.min(Math.max(1, Math.ceil(remainingMilliseconds)), LONGEST);
  return held >= limit && held <= limit * 1.25 + 50 ? undefined : limit;
}

/** The most that PostgreSQL takes. */
const LONGEST = 2 ** 31 - 1;

/**
 * What a request is answered whose statement a server gave up; undefined where the time of the request was not over, so that
 * another has ended it, such as an operator.
 */
export function timeOver({ remainingMilliseconds, limits }: Meter): EvaluationError | undefined {
  if (remainingMilliseconds > EARLY) return undefined;
  return new EvaluationError("limit/time", { limit: limits.milliseconds });
}

/** Milliseconds by which the server's clock may be ahead. */
const EARLY = 10;

/**
 * What keeps concurrent transactions apart where the database does not: of two that guard the same, one waits for the
 * end of the other or fails. A transaction guards what it reads before it reads it, and what it changes before it changes it.
 */
export interface Guards {
  /** Rows of a table by their keys, as its columns keep them, whether there are such rows or not. */
  rows(table: string, keys: readonly (readonly SqlValue[])[]): Awaitable<void>;
  /** Whole tables: every row that is there or may come. */
  tables(names: readonly string[]): Awaitable<void>;
}

/** Makes indexes on tables that others write to meanwhile. */
export interface IndexBuilder {
  /**
   * Runs `work` while no other process does the same on this database. Where one does, runs what is to be done `otherwise`, or
   * waits until it can.
   */
  inTurn<T>(work: () => Promise<T>, otherwise?: () => T): Promise<T>;
  /**
   * Whether an index is there and complete. One that a process which is gone has begun is waited for where the server is
   * still at it, and removed where it is not complete in the end.
   */
  isComplete(table: string, index: string): Promise<boolean>;
  /** Carries out the statement that makes an index, which is not there; it is complete when this returns. */
  build(table: string, index: BuiltIndex): Promise<void>;
}

export type BuiltIndex = Pick<TableIndex, "name" | "isUnique" | "on" | "before">;

/** A database that can be reached and has a catalogue. */
export interface SqlDatabase<Connection extends SqlConnection> {
  /** A short name of its kind, such as `sqlite`. */
  readonly name: string;
  readonly driver: SqlDriver<Connection>;
  readonly dialect: SqlStoreDialect<Connection>;
  /** Makes our own tables where that has to wait until it is known what is wanted. */
  readonly prepare?: (expected: readonly StoredTable[]) => Promise<void>;
  /** Of one without tables of ours, of which only those of other programs are read: what is thrown where ours are read. */
  readonly keepsNothing?: () => Error;
  /** What was found out about it. */
  readonly capabilities?: Capabilities;
  /** What the database holds besides our tables, in these schemas; missing where no table of another program is opened. */
  readonly describe?: (schemas: readonly string[]) => Promise<DatabaseDescription>;
}
