/**
 * What was recorded, as the API answers it. It mirrors the engine's, because a client imports nothing of it; tests/reading.test.ts
 * holds the two equal.
 */
import type { Cells } from "./application.ts";

/** A change of a row, as the caller may see it. */
export interface RecordedChange<Row = Cells> {
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
  readonly operation: "add" | "edit" | "delete";
  readonly key: string;
  /** Of an edit the columns that changed, of a deleted row all; null for a new one. */
  readonly before: Partial<Row> | null;
  /** Of an edit the columns that changed, of a new row all; null for a deleted one. */
  readonly after: Partial<Row> | null;
  /** Sensitive columns that changed and whose values are not recorded. */
  readonly concealed?: readonly string[];
  /** Columns that are blank in `before` or `after` because what the database had there is none of their type. */
  readonly unreadable?: readonly string[];
  /** Of the definition by which the call was carried out; null for a limited key. */
  readonly version: string | null;
}

/** A part of the feed of changes. */
export interface Changes {
  readonly changes: readonly RecordedChange[];
  /** What the next request gives as `after`. */
  readonly cursor: string;
  /** Whether there is more already. */
  readonly more: boolean;
}
