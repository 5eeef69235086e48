import type { EngineRequest } from "../calls/request.ts";
import type { ChangeKind, RowImage } from "../engine-tables/journal-table.ts";
import type { HistoryCaller } from "../journal/history-request.ts";

/** Asks for what a call has changed to be taken back. */
export interface UndoRequest extends HistoryCaller, Pick<EngineRequest, "accessKey" | "idempotencyKey"> {
  /** The id of the call, as history and changes have it. */
  readonly call: string;
}

/** What was done to a row to take back what a call had done. */
export interface RevertedChange {
  readonly table: string;
  readonly operation: ChangeKind;
  readonly key: string;
  /** Of an edit the columns that changed, of a deleted row all; null for one that was added back. */
  readonly before: RowImage | null;
  /** Of an edit the columns that changed, of a row that was added back all; null for a deleted one. */
  readonly after: RowImage | null;
}
