import { keyOf } from "../../expression/parts.ts";
import type { AppDefinition, RuleDefinition, TableDefinition, UpdateMode } from "../../schema/index.ts";
import type { OutboxEvent, Row, RowReader, WriteTransaction } from "../../storage/index.ts";
import type { Value } from "../../values/index.ts";

/** Changes that the same workflow rules, one after the other, led to; none for those of the call itself. */
export interface ChangeWave {
  /** Their names. */
  readonly rules: readonly string[];
  readonly changes: readonly RowChange[];
}

/** What a transaction has written since it was last asked: one change a row, from its first image to its last. */
export class ChangeLog {
  /** Whether there are rules that changes could run, or a journal that keeps them; without any, none is noted. */
  readonly hasListeners: boolean;
  /** Whether the journal keeps what is taken. */
  readonly isKept: boolean;
  readonly #changes = new Map<TableDefinition, Map<Value, RowChange>>();
  readonly #waves: ChangeWave[] = [];

  constructor(app: AppDefinition) {
    this.isKept = app.hasHistory;
    this.hasListeners = app.rules.size > 0 || this.isKept;
  }

  note(change: RowChange): void {
    if (!this.hasListeners) return;
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

/** A row that was written: as it was, undefined for a new one, and as it is, undefined for a deleted one. */
export interface RowChange {
  readonly table: TableDefinition;
  readonly before: Row | undefined;
  readonly after: Row | undefined;
  /** The row of the request that led to it. */
  readonly position: number;
}

/** The row that a rule reads: as it is after the change, or, of a deleted row, as it was. */
export function imageOf({ before, after }: RowChange): Row {
  const image = after ?? before;
  if (image === undefined) throw new Error("A change has neither a row before it nor one after it.");
  return image;
}

export function changeKindOf({ before, after }: RowChange): UpdateMode {
  if (after === undefined) return "delete";
  return before === undefined ? "add" : "edit";
}

/** What sets off a rule, as its templates and the history of runs say it. */
export function causeOfChange({ schedule }: RuleDefinition, change: RowChange): UpdateMode | "schedule" {
  return schedule === undefined ? changeKindOf(change) : "schedule";
}

/** A change that a rule is about, and whether it meets the rule's conditions. */
export interface RuleMatch {
  readonly change: RowChange;
  readonly isMet: boolean;
  /** The part of a condition that was not TRUE, where the run history records it. */
  readonly reason?: string;
}

/** A transaction that reads what the caller may see. */
export interface CallTransaction extends RowReader, Pick<WriteTransaction, "insert" | "update" | "delete"> {
  /** Hidden rows as well, for rows of the caller's own that the call itself takes out of the filter. */
  readonly unfiltered: RowReader;
  /** What was written, for the workflow rules. */
  readonly changes: ChangeLog;
  /** What was put into the outbox, in order. */
  readonly events: OutboxEvent[];
}
