import type { EngineRequest } from "../calls/request.ts";
import type { ChangeKind, RowImage } from "../engine-tables/journal-table.ts";

/** Who asks for what was recorded, and how. */
export type HistoryCaller = Pick<
  EngineRequest,
  "properties" | "caller" | "nameable" | "accessKey" | "turn" | "signal"
>;

/** Asks for the versions of one row. */
export interface HistoryRequest extends HistoryCaller {
  /** A table or slice. */
  readonly table: string;
  /** The key of the row as people read it: its value, or its parts joined by ": ". */
  readonly key: string;
}

/** Asks for changes of all tables, in the order of their commits. */
export interface ChangesRequest extends HistoryCaller {
  /** The cursor of the last change that was read; without one from the first change that is kept. */
  readonly after?: string | undefined;
  /** Whether the cursor comes from the program itself and not from its caller, who may see other rows now than when it was written. */
  readonly isTrusted?: boolean | undefined;
  /** At most so many. */
  readonly limit: number;
}

/** A change of a row as its reader sees it: a row that leaves what they may see is deleted for them. */
export interface ChangeRecord {
  /** Where the feed goes on after it. */
  readonly cursor: string;
  /** When the call began, such as `2026-03-14T15:09:26.535Z`. */
  readonly time: string;
  /** The id of the call. */
  readonly call: string;
  /** The e-mail address the call was made for; null where it names no person, or where the reader may not know its cause. */
  readonly user: string | null;
  /** The name of the access key by which it came; a limited key reads no name but its own. */
  readonly accessKey: string | null;
  /**
   * The action of the call, and the workflow rules that led from it to the change, the first that ran first. A limited key reads null
   * for an action that it may not name, and no such rules.
   */
  readonly cause: { readonly action: string | null; readonly rules: readonly string[] };
  readonly table: string;
  readonly operation: ChangeKind;
  readonly key: string;
  /** Of an edit the columns that changed, of a deleted row all; null for a new one. */
  readonly before: RowImage | null;
  /** Of an edit the columns that changed, of a new row all; null for a deleted one. */
  readonly after: RowImage | null;
  /** Sensitive columns that changed and whose values are not recorded. */
  readonly concealed?: readonly string[];
  /** Columns that are blank in `before` or `after` because what the database had there is none of their type. */
  readonly unreadable?: readonly string[];
  /** Of the definition by which the call was carried out; null for a limited key. */
  readonly version: string | null;
}

/** What was recorded of a row, the oldest first. */
export interface RowHistory {
  readonly versions: readonly ChangeRecord[];
}

export interface ChangeFeedPart {
  readonly changes: readonly ChangeRecord[];
  /** Where to go on. */
  readonly cursor: string;
  /** Whether there is more already. */
  readonly more: boolean;
}
