import { hashOf } from "@tablewright/core/compiler";
import {
  type Family,
  FEW_ROWS,
  type InMemoryRows,
  type Key,
  type Meter,
  type Row,
  rowsByHash,
  type Task,
  type Value,
} from "@tablewright/core/storage";
import type { TableVersion } from "./table-version.ts";

/** The rows of a version, by its indexes and by others that are built when a column is first compared. */
export class InMemoryVersion implements InMemoryRows {
  readonly #version: TableVersion;
  #rows: readonly Row[] | undefined;
  readonly #built = new Map<string, Map<unknown, Row[]>>();

  constructor(version: TableVersion) {
    this.#version = version;
  }

  get rows(): readonly Row[] {
    this.#rows ??= this.#version.rows.toArray();
    return this.#rows;
  }

  rowOf(key: Key): Row | undefined {
    return this.#version.rowOf(key);
  }

  matching(column: number, family: Family, value: Value): readonly Row[] {
    const index = this.#version.indexOn(column);
    const hash = hashOf(value, family);
    if (index?.family !== family) return this.#builtOn(column, family).get(hash) ?? [];
    const { rows } = this.#version;
    const isUpToDate = index.isExact && rows.liveCount === rows.slotCount;
    const matches: Row[] = [];
    for (const slot of index.slotsOf(value)) {
      const row = rows.at(slot);
      if (row === undefined) continue;
      if (isUpToDate || hashOf(row[column] ?? null, family) === hash) matches.push(row);
    }
    return matches;
  }

  isIndexed(column: number, family: Family): boolean {
    if (this.#version.rows.liveCount <= FEW_ROWS) return true;
    return this.#version.indexOn(column)?.family === family || this.#built.has(nameOf(column, family));
  }

  *index(column: number, family: Family, meter: Meter): Task<void> {
    const hash = (row: Row) => hashOf(row[column] ?? null, family);
    this.#built.set(nameOf(column, family), yield* rowsByHash(this.rows, hash, meter));
  }

  #builtOn(column: number, family: Family): Map<unknown, Row[]> {
    const name = nameOf(column, family);
    const built =
      this.#built.get(name) ?? Map.groupBy(this.rows, (row) => hashOf(row[column] ?? null, family));
    this.#built.set(name, built);
    return built;
  }
}

function nameOf(column: number, family: Family): string {
  return `${column} ${family}`;
}
