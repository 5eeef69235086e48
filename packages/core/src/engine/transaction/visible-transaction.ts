import type {
  InsertOutcome,
  Key,
  OutboxEvent,
  Row,
  RowReader,
  RuleRun,
  WriteTransaction,
} from "../../storage/index.ts";
import type { Call } from "../calls/call.ts";
import { ChangeLog } from "../calls/change-log.ts";
import { VisibleRows } from "../visibility/visible-rows.ts";

/** A transaction of a store as the stages of a call work in it. */
export class VisibleTransaction extends VisibleRows {
  readonly #stored: WriteTransaction;
  readonly changes: ChangeLog;

  constructor(call: Call, stored: WriteTransaction) {
    super(call, stored);
    this.#stored = stored;
    this.changes = new ChangeLog(call.app);
  }

  get unfiltered(): RowReader {
    return this.#stored;
  }

  insert(table: string, rows: readonly Row[]): Promise<InsertOutcome> {
    return this.#stored.insert(table, rows);
  }

  update(table: string, rows: readonly Row[]): Promise<readonly Row[]> {
    return this.#stored.update(table, rows);
  }

  delete(table: string, keys: readonly Key[]): Promise<void> {
    return this.#stored.delete(table, keys);
  }

  appendEvents(events: readonly OutboxEvent[]): Promise<void> {
    return this.#stored.appendEvents(events);
  }

  appendRuns(runs: readonly RuleRun[]): Promise<void> {
    return this.#stored.appendRuns(runs);
  }
}
