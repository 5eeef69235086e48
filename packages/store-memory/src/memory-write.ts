import { atOnce } from "@tablewright/core/expression";
import {
  batchOf,
  type EventClaim,
  type EventOutcome,
  type FindPlan,
  type Found,
  type InsertOutcome,
  type Key,
  type OutboxEvent,
  type Row,
  type RowsAtHand,
  type RuleRun,
  type StoredEvent,
  type WriteTransaction,
} from "@tablewright/core/storage";
import { findRows } from "./find-rows.ts";
import { MemoryRead } from "./memory-read.ts";
import type { Outbox } from "./outbox.ts";
import type { Picture } from "./picture.ts";
import type { TableVersion } from "./table-version.ts";
import { VersionAtHand } from "./version-at-hand.ts";

/** Changes forks of what it touches and reads what it has changed; whoever began it commits `picture`, or drops it. */
export class MemoryWrite extends MemoryRead implements WriteTransaction {
  readonly #before: Picture;
  readonly #own: OwnPicture;
  readonly #forked = new Set<string>();

  constructor(before: Picture) {
    const own = { ...before, tables: new Map(before.tables) };
    super(own);
    this.#before = before;
    this.#own = own;
  }

  /** To be said of a transaction that is not committed. */
  giveUp(): void {
    for (const table of this.#forked) this.#own.tables.get(table)?.giveUp();
  }

  /** What the store holds when this is committed. */
  get picture(): Picture {
    return this.#own;
  }

  /** At a stretch: what the same transaction writes meanwhile would be seen in part. */
  override async find(plan: FindPlan): Promise<Found> {
    const { rows, ...done } = atOnce(findRows(this.versionOf(plan.table), plan));
    return { ...done, batches: batchOf(rows) };
  }

  /** Its versions change while it writes. */
  override atHand(table: string): RowsAtHand {
    return new VersionAtHand(this.versionOf(table));
  }

  async insert(table: string, rows: readonly Row[]): Promise<InsertOutcome> {
    return this.#forkOf(table).insert(rows);
  }

  async update(table: string, rows: readonly Row[]): Promise<readonly Row[]> {
    return this.#forkOf(table).update(rows);
  }

  async delete(table: string, keys: readonly Key[]): Promise<void> {
    this.#forkOf(table).delete(keys);
  }

  async appendEvents(events: readonly OutboxEvent[]): Promise<void> {
    this.#ownOutbox().append(events);
  }

  async claimEvents(claim: EventClaim): Promise<readonly StoredEvent[]> {
    return this.#ownOutbox().claim(claim);
  }

  async settleEvents(outcomes: readonly EventOutcome[]): Promise<void> {
    this.#ownOutbox().settle(outcomes);
  }

  async appendRuns(runs: readonly RuleRun[]): Promise<void> {
    this.refuseEnded();
    if (this.#own.runs === this.#before.runs) this.#own.runs = this.#before.runs.fork();
    this.#own.runs.append(runs);
  }

  #ownOutbox(): Outbox {
    this.refuseEnded();
    if (this.#own.outbox === this.#before.outbox) this.#own.outbox = this.#before.outbox.fork();
    return this.#own.outbox;
  }

  #forkOf(table: string): TableVersion {
    const version = this.versionOf(table);
    if (this.#forked.has(table)) return version;
    const fork = version.fork();
    this.#own.tables.set(table, fork);
    this.#forked.add(table);
    return fork;
  }
}

/** Whatever has been touched stands in it as a fork. */
interface OwnPicture extends Picture {
  readonly tables: Map<string, TableVersion>;
  outbox: Picture["outbox"];
  runs: Picture["runs"];
}
