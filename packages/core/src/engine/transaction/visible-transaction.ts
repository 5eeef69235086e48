import type { Meter } from "../../expression/parts.ts";
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

/**
 * A transaction of a store as the stages of a call work in it. What changes rows, or gets them by their keys to change them, may
 * wait for other writers, which is no time of the call.
 */
export class VisibleTransaction extends VisibleRows {
  readonly #meter: Meter;
  readonly #stored: WriteTransaction;
  readonly changes: ChangeLog;
  /** What was put into the outbox, in order. */
  readonly events: OutboxEvent[] = [];

  constructor(call: Call, stored: WriteTransaction) {
    super(call, stored);
    this.#meter = call.request.meter;
    this.#stored = stored;
    this.changes = new ChangeLog(call.app);
  }

  get unfiltered(): RowReader {
    return this.#stored;
  }

  override getByKeys(table: string, keys: readonly Key[]): Promise<readonly (Row | undefined)[]> {
    return this.#meter.waitFor(() => super.getByKeys(table, keys));
  }

  insert(table: string, rows: readonly Row[]): Promise<InsertOutcome> {
    return this.#meter.waitFor(() => this.#stored.insert(table, rows));
  }

  update(table: string, rows: readonly Row[]): Promise<readonly Row[]> {
    return this.#meter.waitFor(() => this.#stored.update(table, rows));
  }

  delete(table: string, keys: readonly Key[]): Promise<void> {
    return this.#meter.waitFor(() => this.#stored.delete(table, keys));
  }

  appendEvents(events: readonly OutboxEvent[]): Promise<void> {
    for (const event of events) this.events.push(event);
    return this.#meter.waitFor(() => this.#stored.appendEvents(events));
  }

  appendRuns(runs: readonly RuleRun[]): Promise<void> {
    return this.#meter.waitFor(() => this.#stored.appendRuns(runs));
  }
}
