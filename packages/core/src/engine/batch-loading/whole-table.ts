import {
  isPauseDueAt,
  keyOf,
  type Meter,
  runToEnd,
  type TableRows,
  type Task,
} from "../../expression/parts.ts";
import type { TableDefinition } from "../../schema/index.ts";
import { FEW_ROWS, type Row, readIfReadable, rowsByHash } from "../../storage/index.ts";
import { type Family, hashOf, type Value } from "../../values/index.ts";

/**
 * All rows of a table, with indexes that are made when they are first asked for. In a call that shares the processor one
 * over many rows is noted then, and rows count as missing; `makeIndexes` makes it with pauses. What cannot be read equals nothing.
 */
export class WholeTable implements TableRows {
  readonly rows: readonly Row[];
  readonly #scope: TableDefinition["scope"];
  readonly #meter: Meter;
  readonly #indexes = new Map<string, Index>();
  readonly #missing = new Map<string, () => Task<Index>>();

  constructor(rows: readonly Row[], scope: TableDefinition["scope"], meter: Meter) {
    this.rows = rows;
    this.#scope = scope;
    this.#meter = meter;
  }

  get hasUniqueKeys(): boolean {
    const keys = this.#keys;
    return keys?.size === this.rows.length && !keys.has(null);
  }

  find(key: Value): Row | undefined {
    return this.#keys?.get(key) as Row | undefined;
  }

  matching(column: number, family: Family, value: Value): readonly Row[] {
    const hash = (row: Row) => readIfReadable(() => hashOf(row[column] ?? null, family));
    const index = this.#indexOf(`${column} ${family}`, () => rowsByHash(this.rows, hash, this.#meter));
    return (index?.get(hashOf(value, family)) ?? []) as readonly Row[];
  }

  /** Whether no index is missing. */
  get isComplete(): boolean {
    return this.#missing.size === 0;
  }

  /** Makes the indexes that were noted. */
  *makeIndexes(): Task<void> {
    for (const [name, make] of this.#missing) {
      this.#indexes.set(name, yield* make());
      this.#missing.delete(name);
    }
  }

  get #keys(): Index | undefined {
    return this.#indexOf("key", () => this.#firstByKey());
  }

  #indexOf(name: string, make: () => Task<Index>): Index | undefined {
    const existing = this.#indexes.get(name);
    if (existing !== undefined) return existing;
    if (this.#meter.isShared && this.rows.length > FEW_ROWS) {
      this.#missing.set(name, make);
      return undefined;
    }
    const index = runToEnd(make());
    this.#indexes.set(name, index);
    return index;
  }

  /** Of rows with the same key the first. */
  *#firstByKey(): Task<Index> {
    const byKey = new Map<unknown, Row>();
    for (const [at, row] of this.rows.entries()) {
      if (isPauseDueAt(at, this.#meter)) yield;
      const key = readIfReadable(() => keyOf(row, this.#scope));
      if (key !== undefined && !byKey.has(key)) byKey.set(key, row);
    }
    return byKey;
  }
}

/** A row by its key, or rows by the hash of a column. */
type Index = ReadonlyMap<unknown, Row | readonly Row[]>;
