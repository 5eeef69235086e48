import type { Diagnostic } from "../../diagnostics/index.ts";
import type { Key } from "../../storage/index.ts";
import type { JsonValue } from "../../values/index.ts";

export type ResultRow = Readonly<Record<string, JsonValue>>;

/** Done: the rows as they now are (or, after a Delete, as they were), and what the caller should know. */
export interface Accepted<Row extends object = ResultRow> {
  readonly ok: true;
  readonly rows: readonly Row[];
  readonly warnings: readonly Diagnostic[];
  /** Whether it is the answer of the same call, which came before with the same idempotency key. */
  readonly isReplayed?: true;
  /** The id of a change in the history, by which it can be undone; missing where nothing was recorded. */
  readonly call?: string;
  /** Of a Find in parts: what `Properties.After` of the next one is; missing where no rows are left. */
  readonly after?: string;
  /** How many rows there are in all, where `Properties.Count` asks for it. */
  readonly count?: number;
}

/** Nothing was changed; every error of every row is listed. */
export interface Rejected {
  readonly ok: false;
  readonly diagnostics: readonly Diagnostic[];
}

export type Result<Row extends object = ResultRow> = Accepted<Row> | Rejected;

/** Which stored row a row of an answer is, or was. */
export interface AnsweredRow {
  readonly table: string;
  readonly key: Key;
}

const answeredRows = new WeakMap<object, readonly AnsweredRow[]>();

/** Notes which rows an answer has, in its order, for the calls whose answers are kept. */
export function noteAnsweredRows(answer: Accepted, rows: readonly AnsweredRow[]): void {
  if (rows.length > 0) answeredRows.set(answer, rows);
}

/** The rows that were noted of an answer; none of a copy of it. */
export function answeredRowsOf(answer: Accepted): readonly AnsweredRow[] {
  return answeredRows.get(answer) ?? [];
}

export function rejected(diagnostics: readonly Diagnostic[]): Rejected {
  return { ok: false, diagnostics };
}

/** A row as a Find would answer it, and its key as text: of several columns as `_ComputedKey` has it. */
export interface LiveRow {
  readonly key: string;
  readonly row: ResultRow;
}

/** From one state of the rows to a later one. Its rows are in the order of their keys as texts, whatever the Find says. */
export interface LiveStep {
  /** Whether every row that came before is to be forgotten: the rows that enter from here on are all there are. */
  readonly reset: boolean;
  readonly enter: readonly LiveRow[];
  /** Rows that are answered otherwise than before. */
  readonly change: readonly LiveRow[];
  /** The keys of rows that are gone, or that the Find would not answer any more. */
  readonly leave: readonly string[];
  /** What `after` of a later request goes on from; null while further steps belong to the same state. */
  readonly cursor: string | null;
  /** Why this is the last step; missing of every other. */
  readonly errors?: readonly Diagnostic[];
}

/** The steps as they come. What a reader has not taken yet is joined into one step. */
export interface LiveRows extends AsyncIterableIterator<LiveStep, undefined> {
  /** How far the reader is; null before the first state is whole. */
  readonly cursor: string | null;
  /** The next step if there is one already. */
  ready(): LiveStep | undefined;
  /** Ends it, also while a step is waited for. */
  return(): Promise<IteratorResult<LiveStep, undefined>>;
}
