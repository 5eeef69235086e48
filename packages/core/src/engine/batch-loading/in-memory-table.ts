import { keyOf, type Meter, runWithPauses, type TableRows } from "../../expression/parts.ts";
import type { TableDefinition } from "../../schema/index.ts";
import type { InMemoryRows, Row } from "../../storage/index.ts";
import type { Family, Value } from "../../values/index.ts";
import { storedKey } from "../keys/stored-key.ts";

/**
 * A table whose rows the store has in memory, as expressions read it. In a call that shares the processor, a column that
 * was not indexed yet counts as empty and is noted; `read` indexes it with pauses.
 */
export class InMemoryTable implements TableRows {
  readonly #table: TableDefinition;
  readonly #stored: InMemoryRows;
  readonly #meter: Meter;
  readonly #missing = new Map<string, IndexedColumn>();

  constructor(table: TableDefinition, stored: InMemoryRows, meter: Meter) {
    this.#table = table;
    this.#stored = stored;
    this.#meter = meter;
  }

  get rows(): readonly Row[] {
    return this.#stored.rows;
  }

  /** The parts of a composite key are joined, and other parts may join to the same text. */
  get hasUniqueKeys(): boolean {
    return this.#table.scope.key.length === 1;
  }

  find(key: Value): Row | undefined {
    const stored = storedKey(this.#table, key);
    const row = stored && this.#stored.rowOf(stored);
    return row !== undefined && keyOf(row, this.#table.scope) === key ? row : undefined;
  }

  matching(column: number, family: Family, value: Value): readonly Row[] {
    if (!this.#meter.isShared || this.#stored.isIndexed(column, family))
      return this.#stored.matching(column, family, value);
    this.#missing.set(`${column} ${family}`, { column, family });
    return [];
  }

  /** Whether no index is missing. */
  get isComplete(): boolean {
    return this.#missing.size === 0;
  }

  /** Indexes the columns that were noted. */
  async read(): Promise<void> {
    const keys = [...this.#missing.values()];
    this.#missing.clear();
    for (const { column, family } of keys)
      await runWithPauses(this.#stored.index(column, family, this.#meter), this.#meter);
  }
}

interface IndexedColumn {
  readonly column: number;
  readonly family: Family;
}
