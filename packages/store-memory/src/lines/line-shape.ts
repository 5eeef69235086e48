import type { FormerName, StoredEvent, StoredRun, StoredTable, Value } from "@tablewright/core/storage";

/** The first line: what the lines are, and by which rules they are written. */
export const FIRST_LINE = { format: "tablewright-store", version: 1 };

/**
 * The same with the id of the application whose tables follow, where one has opened the store, and with the names that
 * migrations have taken, where there are such.
 */
export interface FirstLine {
  readonly format: string;
  readonly version: number;
  readonly application?: string;
  readonly former?: readonly FormerName[];
}

/** A table; stands before its rows. */
export interface TableLine extends Omit<StoredTable, "name"> {
  readonly table: string;
  /** The highest row number ever given. */
  readonly highest: number;
  /** The columns whose values are kept though the definition no longer names them. */
  readonly retired: readonly string[];
}

/** A row; rows of a table stand in stored order. */
export interface RowLine {
  readonly table: string;
  readonly number: number;
  /** By column; blanks are left out. */
  readonly row: Readonly<Record<string, Value>>;
  /** The same for columns that are retired; left out when all are blank. */
  readonly retired?: Readonly<Record<string, Value>>;
}

/** An event or a run as earlier programs wrote them, the oldest first: now they are rows of tables. */
export interface EventLine {
  readonly event: Omit<StoredEvent, "sequence" | "error"> & { readonly error?: string };
}

export interface RunLine {
  readonly run: Omit<StoredRun, "sequence">;
}

/** The last line, by which a file that was cut off is recognised: how many lines are before it. */
export interface LastLine {
  readonly lines: number;
}
