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
