import type { Diagnostic } from "../../diagnostics/index.ts";
import type { TimeSlice } from "../../expression/parts.ts";
import type { JsonValue, RowProblem } from "../../values/index.ts";
import type { Properties } from "../calls/request.ts";
import type { Rejected } from "../calls/result.ts";

/** A row from outside. A cell that is undefined says nothing: the column's initial value is used, or an edit keeps its value. */
export interface LoadRow {
  readonly cells: readonly (JsonValue | undefined)[];
  /** The places of cells whose texts are numbers as they are written, which no double holds. */
  readonly digits?: readonly number[];
  /** What the source could not read of it: the row is refused. */
  readonly problems?: readonly RowProblem[];
}

/** Rows for one table, in order. */
export interface LoadSource<R extends LoadRow = LoadRow> {
  readonly table: string;
  /** What errors call it, such as the name of a file. */
  readonly name?: string;
  /**
   * The same text for the same rows read in the same way, such as a hash of a file. How far the source is loaded is kept
   * under it, so that a load that was cut off goes on where it ended. Without it nothing is kept.
   */
  readonly id?: string;
  /** The name of the column that each cell is for; undefined for cells that are not taken. */
  readonly columns: readonly (string | undefined)[];
  /**
   * `typed`: JSON, as on the wire `typed`. `text`: cells of a file, whose texts are the JSON of columns of the type Json where they are
   * JSON. Default `typed`.
   */
  readonly cells?: "typed" | "text";
  /** Read once, from the first row, also when a load goes on. */
  readonly rows: AsyncIterable<readonly R[]>;
}

export interface LoadOptions<R extends LoadRow = LoadRow> {
  /** What happens to a row whose key exists; default `refuse`. */
  readonly onDuplicate?: "refuse" | "skip" | "update";
  /** Whether nothing is kept when any row of any source is refused. All sources are then one transaction. */
  readonly allOrNothing?: boolean;
  /** Whether nothing is kept in any case. */
  readonly dryRun?: boolean;
  /** Skips tables that have rows. */
  readonly onlyEmpty?: boolean;
  /** Loads a source once more that was loaded already. */
  readonly again?: boolean;
  /** Forgets loads into the same tables that were cut off; their rows stay. */
  readonly abandon?: boolean;
  /** Rows of one transaction, where all sources are not one; default 10,000. */
  readonly partSize?: number;
  readonly properties?: Properties;
  readonly turn?: TimeSlice;
  readonly watch?: LoadWatch<R>;
}

/** Receives the progress of a load. */
export interface LoadWatch<R extends LoadRow = LoadRow> {
  /**
   * Before rows of a source are read. After an interruption `done` says how far it was, and `note` is the last that was kept;
   * an answer is kept in its place.
   */
  begins?(
    source: LoadSource<R>,
    done: LoadCounts,
    note: string,
  ): Promise<string | undefined> | string | undefined;
  /**
   * Rows are refused; called before the transaction that decides so is committed. The answer is kept with it as the note.
   * What was done after `note`, the last one, counts for nothing any more.
   */
  refuses?(source: LoadSource<R>, rows: readonly RefusedRow<R>[], note: string): Promise<string> | string;
  /** A part of a source is done, and committed unless all sources are one transaction. */
  advances?(source: LoadSource<R>, done: LoadCounts): void;
}

export interface RefusedRow<R extends LoadRow = LoadRow> {
  readonly row: R;
  /** Place of the row in its source, from 1. */
  readonly position: number;
  /** Every error of the row. */
  readonly diagnostics: readonly Diagnostic[];
}

/** What became of the rows of a source so far: `rows` is the sum of the others. */
export interface LoadCounts {
  readonly rows: number;
  readonly added: number;
  readonly updated: number;
  readonly skipped: number;
  readonly refused: number;
}

/**
 * `continued` after an interruption. Not touched: `already` was loaded before, `occupied` had rows where only an empty table
 * was to be loaded.
 */
export type LoadOutcome = "loaded" | "continued" | "already" | "occupied";

export interface LoadedSource extends LoadCounts {
  readonly table: string;
  readonly outcome: LoadOutcome;
  /** What the user should know of the columns. */
  readonly warnings: readonly Diagnostic[];
}

/** `isKept`: whether what was loaded is in the store, and not undone as the options asked. */
export interface Loaded {
  readonly ok: true;
  readonly isKept: boolean;
  readonly sources: readonly LoadedSource[];
}

/** Rejected when a source cannot be begun or continued; sources before it, and what was committed of it, stay. */
export type LoadResult = Loaded | Rejected;
