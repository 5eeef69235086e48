import { keyOf } from "../../expression/parts.ts";
import type { AppDefinition, TableDefinition } from "../../schema/index.ts";
import type { Row } from "../../storage/index.ts";
import type { Value } from "../../values/index.ts";

/** A row that was written: as it was, undefined for a new one, and as it is, undefined for a deleted one. */
export interface RowChange {
  readonly table: TableDefinition;
  readonly before: Row | undefined;
  readonly after: Row | undefined;
  /** The row of the request that led to it. */
  readonly position: number;
}

/** What a transaction has written since it was last asked: one change a row, from its first image to its last. */
export class ChangeLog {
  /** Whether there are rules that could hear of changes; without any, none is kept. */
  readonly isHeard: boolean;
  readonly #changes = new Map<TableDefinition, Map<Value, RowChange>>();

  constructor({ rules }: AppDefinition) {
    this.isHeard = rules.size > 0;
  }

  note(change: RowChange): void {
    if (!this.isHeard) return;
    const { table, before, after } = change;
    const known = this.#changes.get(table) ?? new Map<Value, RowChange>();
    this.#changes.set(table, known);
    const key = keyOf((after ?? before) as Row, table.scope);
    const earlier = known.get(key);
    if (earlier === undefined) known.set(key, change);
    else if (earlier.before === undefined && after === undefined) known.delete(key);
    else known.set(key, { ...earlier, after });
  }

  /** The changes so far, table by table in the order of their first change; they are forgotten here. */
  take(): readonly RowChange[] {
    const changes = [...this.#changes.values()].flatMap((known) => [...known.values()]);
    this.#changes.clear();
    return changes;
  }
}
