import type { InsertOutcome, Key, Row, WriteTransaction } from "@tablewright/core/storage";
import { MemoryRead } from "./memory-read.ts";
import type { TableVersion } from "./table-version.ts";

/** Changes forks of the tables it touches and reads what it has changed; whoever began it commits `tables`, or drops them. */
export class MemoryWrite extends MemoryRead implements WriteTransaction {
  readonly tables: Map<string, TableVersion>;
  readonly #forked = new Set<string>();

  constructor(tables: ReadonlyMap<string, TableVersion>) {
    const own = new Map(tables);
    super(own);
    this.tables = own;
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

  #forkOf(table: string): TableVersion {
    const version = this.versionOf(table);
    if (this.#forked.has(table)) return version;
    const fork = version.fork();
    this.tables.set(table, fork);
    this.#forked.add(table);
    return fork;
  }
}
