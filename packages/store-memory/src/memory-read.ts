import {
  batchOf,
  type FindPlan,
  type Found,
  type JournalPage,
  type Key,
  type PlanExplanation,
  type ReadTransaction,
  type Row,
  type RowsAtHand,
  type StoredEvent,
  type StoredRun,
} from "@tablewright/core/storage";
import { explainRows } from "./explain-rows.ts";
import { findRows } from "./find-rows.ts";
import { inPauses } from "./in-pauses.ts";
import type { Picture } from "./snapshot.ts";
import type { TableVersion } from "./table-version.ts";
import { VersionAtHand } from "./in-memory-version.ts";

/** Reads one picture of the store until it is ended; after that every call rejects. */
export class MemoryRead implements ReadTransaction {
  readonly #picture: Picture;
  #isEnded = false;

  constructor(picture: Picture) {
    this.#picture = picture;
  }

  async find(plan: FindPlan): Promise<Found> {
    const { rows, ...done } = await inPauses(findRows(this.versionOf(plan.table), plan), plan.context.meter);
    return { ...done, batches: batchOf(rows) };
  }

  async explain(plan: FindPlan): Promise<PlanExplanation> {
    return explainRows(this.versionOf(plan.table), plan);
  }

  async getByKeys(table: string, keys: readonly Key[]): Promise<readonly (Row | undefined)[]> {
    const version = this.versionOf(table);
    return keys.map((key) => version.rowOf(key));
  }

  atHand(table: string): RowsAtHand {
    return rowsAtHandOf(this.versionOf(table));
  }

  async listEvents(page: JournalPage): Promise<readonly StoredEvent[]> {
    this.refuseEnded();
    return this.#picture.outbox.list(page);
  }

  async listRuns(page: JournalPage): Promise<readonly StoredRun[]> {
    this.refuseEnded();
    return this.#picture.runs.list(page);
  }

  end(): void {
    this.#isEnded = true;
  }

  protected refuseEnded(): void {
    if (this.#isEnded)
      throw new Error("The transaction has ended: await every call before its work returns.");
  }

  protected versionOf(table: string): TableVersion {
    this.refuseEnded();
    const version = this.#picture.tables.get(table);
    if (version === undefined) throw new Error(`The store was not opened with a table "${table}".`);
    return version;
  }
}

/** A version that was committed never changes, so what was built for one reader serves the next. */
function rowsAtHandOf(version: TableVersion): RowsAtHand {
  const known = atHand.get(version);
  if (known !== undefined) return known;
  const made = new VersionAtHand(version);
  atHand.set(version, made);
  return made;
}

const atHand = new WeakMap<TableVersion, RowsAtHand>();
