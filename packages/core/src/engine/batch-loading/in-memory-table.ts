import { keyOf, type TableRows } from "../../expression/parts.ts";
import type { TableDefinition } from "../../schema/index.ts";
import type { InMemoryRows, Row } from "../../storage/index.ts";
import type { Family, Value } from "../../values/index.ts";
import { storedKey } from "../stored/stored-key.ts";

/** A table whose rows the store has in memory, as expressions read it. */
export class InMemoryTable implements TableRows {
  readonly #table: TableDefinition;
  readonly #stored: InMemoryRows;

  constructor(table: TableDefinition, stored: InMemoryRows) {
    this.#table = table;
    this.#stored = stored;
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
    return this.#stored.matching(column, family, value);
  }
}
