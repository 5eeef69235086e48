import { runWithPauses } from "@tablewright/core/compiler";
import {
  batchOf,
  type FindPlan,
  type Found,
  type InMemoryRows,
  type Key,
  type PlanExplanation,
  type Row,
  type RowReader,
} from "@tablewright/core/storage";
import { findInTables, readsOwnRowOnly } from "./find-rows.ts";
import { InMemoryVersion } from "./in-memory-version.ts";
import { narrowRows } from "./narrow-rows.ts";
import type { Snapshot } from "./snapshot.ts";
import type { TableVersion } from "./table-version.ts";

/** Reads one snapshot of the store until it is ended; after that every call rejects. */
export class MemoryRead implements RowReader {
  readonly #snapshot: Snapshot;
  #isEnded = false;

  constructor(snapshot: Snapshot) {
    this.#snapshot = snapshot;
  }

  async find(plan: FindPlan): Promise<Found> {
    const { rows, ...done } = await runWithPauses(
      findInTables(this.versionOf(plan.table), plan),
      plan.context.meter,
    );
    return { ...done, batches: batchOf(rows) };
  }

  async explain(plan: FindPlan): Promise<PlanExplanation> {
    return explainRows(this.versionOf(plan.table), plan);
  }

  async getByKeys(table: string, keys: readonly Key[]): Promise<readonly (Row | undefined)[]> {
    const version = this.versionOf(table);
    return keys.map((key) => version.rowOf(key));
  }

  inMemory(table: string): InMemoryRows {
    return inMemoryRowsOf(this.versionOf(table));
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
    const version = this.#snapshot.tables.get(table);
    if (version === undefined) throw new Error(`The store was not opened with a table "${table}".`);
    return version;
  }
}

/** A version that was committed never changes, so what was built for one reader serves the next. */
function inMemoryRowsOf(version: TableVersion): InMemoryRows {
  const existing = inMemory.get(version);
  if (existing !== undefined) return existing;
  const rows = new InMemoryVersion(version);
  inMemory.set(version, rows);
  return rows;
}

const inMemory = new WeakMap<TableVersion, InMemoryRows>();

/** What `findRows` would do, and how many rows it would look at; no condition is tried. */
export function explainRows(version: TableVersion, plan: FindPlan): PlanExplanation {
  const { rowFilter, conditions, order, limit, inList, context } = plan;
  if (rowFilter !== undefined && !readsOwnRowOnly(rowFilter)) return allLeft(version, plan);
  const residual = conditions.filter((one) => !readsOwnRowOnly(one));
  const ordered = residual.length === 0 && order.every(({ expression }) => readsOwnRowOnly(expression));
  const narrowed = narrowRows(
    version,
    [...(rowFilter === undefined ? [] : [rowFilter]), ...conditions.filter(readsOwnRowOnly)],
    context,
    inList,
  );
  return {
    filtered: true,
    residual: residual.map((condition) => ({ condition, reason: "it reads other tables" })),
    ordered,
    limited: ordered && limit !== undefined,
    ...(narrowed === undefined ? {} : { indexes: [narrowed.index] }),
    estimatedRows: narrowed?.count ?? version.rows.liveCount,
  };
}

function allLeft({ rows }: TableVersion, { conditions }: FindPlan): PlanExplanation {
  const reason = "the security filter is tried before it, and reads other tables";
  return {
    filtered: false,
    residual: conditions.map((condition) => ({ condition, reason })),
    ordered: false,
    limited: false,
    estimatedRows: rows.liveCount,
  };
}
