import type { FindPlan, Found } from "./find-plan.ts";
import type { Key, Row } from "./row.ts";
import type { StoredTable } from "./stored-table.ts";

/**
 * A place where rows live. A store stores: it has no defaults, validation, permissions or formulas.
 * Every method rejects only for faults of the store itself (file, network, our bug), never for bad user input.
 */
export interface Store {
  /** A short name for logs and explanations, such as `memory` or `sqlite`. */
  readonly name: string;
  /**
   * Creates what is missing (tables, columns, indexes); drops nothing. Called before anything else, and again when the
   * definition has changed: columns are told by their names, and a new one is blank in the rows there are.
   */
  open(tables: readonly StoredTable[]): Promise<void>;
  /** Runs `work` on one consistent picture of what was committed when it began; no writer makes it wait. */
  read<T>(work: (transaction: ReadTransaction) => Promise<T>): Promise<T>;
  /**
   * Runs `work` alone: commits when it returns, rolls everything back when it throws, and rejects with what it threw.
   * A write inside a write is refused. A transaction whose work has ended refuses every call.
   */
  write<T>(work: (transaction: WriteTransaction) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface ReadTransaction {
  /** The rows of a plan in stored order, or in the plan's order when the store answers `ordered`. */
  find(plan: FindPlan): Promise<Found>;
  /** For each key its row, or undefined where no row has it. Keys compare exactly. */
  getByKeys(table: string, keys: readonly Key[]): Promise<readonly (Row | undefined)[]>;
}

export interface WriteTransaction extends ReadTransaction {
  /**
   * Appends rows at the end of the stored order; inserts none of them when any key exists already or stands twice.
   * A row may end early, the rest is blank; a row number it brings along means nothing.
   */
  insert(table: string, rows: readonly Row[]): Promise<InsertOutcome>;
  /**
   * Replaces the rows of these keys, each given once; key parts and row numbers never change. Answers the rows as stored.
   * Throws when a key has no row: who edits a row has loaded it, so this is our own mistake.
   */
  update(table: string, rows: readonly Row[]): Promise<readonly Row[]>;
  /** Removes the rows of these keys; keys without a row are passed over. */
  delete(table: string, keys: readonly Key[]): Promise<void>;
}

export interface InsertOutcome {
  /** The rows as stored, row numbers filled in; empty when there are duplicates. */
  readonly rows: readonly Row[];
  /** Positions, within the argument, of rows whose key exists already or stood earlier in the argument. */
  readonly duplicates: readonly number[];
}
