import { keyOf } from "../../expression/parts.ts";
import type { AppDefinition, TableDefinition } from "../../schema/index.ts";
import type { Row } from "../../storage/index.ts";
import type { Value } from "../../values/index.ts";
import type { RowChange } from "./row-change.ts";

/** Changes that the same workflow rules, one after the other, led to; none for those of the call itself. */
export interface ChangeWave {
  /** Their names. */
  readonly rules: readonly string[];
  readonly changes: readonly RowChange[];
}

/** What a transaction has written since it was last asked: one change a row, from its first image to its last. */
export class ChangeLog {
  /** Whether there are rules that could hear of changes, or a journal that keeps them; without any, none is noted. */
  readonly isHeard: boolean;
  /** Whether the journal keeps what is taken. */
  readonly isKept: boolean;
  readonly #changes = new Map<TableDefinition, Map<Value, RowChange>>();
  readonly #waves: ChangeWave[] = [];

  constructor(app: AppDefinition) {
    this.isKept = app.hasHistory;
    this.isHeard = app.rules.size > 0 || this.isKept;
  }

  note(change: RowChange): void {
    if (!this.isHeard) return;
    const { table, before, after } = change;
    const existing = this.#changes.get(table) ?? new Map<Value, RowChange>();
    this.#changes.set(table, existing);
    const key = keyOf((after ?? before) as Row, table.scope);
    const earlier = existing.get(key);
    if (earlier === undefined) existing.set(key, change);
    else if (earlier.before === undefined && after === undefined) existing.delete(key);
    else existing.set(key, { ...earlier, after });
  }

  /** The changes so far, table by table in the order of their first change; from here on others are noted. */
  take(rules: readonly string[]): readonly RowChange[] {
    const changes = [...this.#changes.values()].flatMap((known) => [...known.values()]);
    this.#changes.clear();
    if (this.isKept && changes.length > 0) this.#waves.push({ rules, changes });
    return changes;
  }

  /** Everything that was taken, for the journal; empty without one. */
  get waves(): readonly ChangeWave[] {
    return this.#waves;
  }
}
