import type { Diagnostic } from "../../diagnostics/index.ts";
import type { EngineRequest } from "../calls/request.ts";
import type { ResultRow } from "../calls/result.ts";

/** Asks for the rows of a Find, and for what becomes of them. */
export interface LiveRequest
  extends Pick<
    EngineRequest,
    "table" | "properties" | "caller" | "nameable" | "accessKey" | "wire" | "turn" | "signal" | "reportFuel"
  > {
  /** The cursor of the last step that was taken: the first step says what has changed since then. */
  readonly after?: string | undefined;
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
