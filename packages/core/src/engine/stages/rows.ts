import type { Diagnostic } from "../../diagnostics/index.ts";
import type { Key, Row } from "../../storage/index.ts";
import type { Value } from "../../values/index.ts";

/** A row of the request as read: cells by column position, undefined where the request says nothing. */
export interface ReadRow {
  /** Position within the request, from 1. */
  readonly position: number;
  readonly cells: readonly (Value | undefined)[];
  /** The key the row names; undefined where a part is missing or unreadable. */
  readonly key: Key | undefined;
  /** Positions of cells that did not read: their errors are reported, and no rule is tried on them. */
  readonly unread: ReadonlySet<number>;
  /** The version that the row says it was read with. */
  readonly version?: string | undefined;
}

export interface KeyedRow extends ReadRow {
  readonly key: Key;
}

/** A row of the request together with the stored row it names. */
export interface LoadedRow extends KeyedRow {
  readonly before: Row;
}

/** A row as it now is, and the row of the request that led to it. */
export interface StoredRow {
  readonly position: number;
  readonly row: Row;
  /** Whether the row was deleted and is shown as it last was: it can be read, but not written any more. */
  readonly isGone?: true;
}

/** A row as it will be, formulas not yet computed. */
export interface DraftRow {
  readonly position: number;
  readonly before: Row | undefined;
  readonly values: readonly Value[];
  readonly unread: ReadonlySet<number>;
  /** The cells that the caller gives it, for whom `writeIf` is asked; undefined where it is not the caller who says what the row becomes. */
  readonly sent?: ReadRow["cells"] | undefined;
}

/** A row as it will be, formulas computed. */
export interface ComputedRow extends DraftRow {
  readonly isComputed: true;
}

/** A row that has passed every check: the permit for writing it. Only what checks rows makes one. */
export interface CheckedRow extends Pick<DraftRow, "position" | "before" | "values"> {
  readonly [hasPassed]: true;
}

/** Only of types: a row that has passed is the same object. */
declare const hasPassed: unique symbol;

/** The rows of a request as read, and what of them does not count. */
export interface ReadBatch extends Batch<ReadRow> {
  readonly warnings: readonly Diagnostic[];
}

/** Rows on their way through the stages, with all errors found so far in any row. */
export interface Batch<T> {
  readonly rows: readonly T[];
  readonly diagnostics: readonly Diagnostic[];
}
