import type { FindPlan, Found, Key, ReadTransaction, Row } from "@tablewright/core/storage";
import { findRows } from "./find-rows.ts";
import type { TableVersion } from "./table-version.ts";

/** Reads one picture of the tables until it is ended; after that every call rejects. */
export class MemoryRead implements ReadTransaction {
  readonly #tables: ReadonlyMap<string, TableVersion>;
  #isEnded = false;

  constructor(tables: ReadonlyMap<string, TableVersion>) {
    this.#tables = tables;
  }

  async find(plan: FindPlan): Promise<Found> {
    return findRows(this.versionOf(plan.table), plan);
  }

  async getByKeys(table: string, keys: readonly Key[]): Promise<readonly (Row | undefined)[]> {
    const version = this.versionOf(table);
    return keys.map((key) => version.rowOf(key));
  }

  end(): void {
    this.#isEnded = true;
  }

  protected versionOf(table: string): TableVersion {
    if (this.#isEnded)
      throw new Error("The transaction has ended: await every call before its work returns.");
    const version = this.#tables.get(table);
    if (version === undefined) throw new Error(`The store was not opened with a table "${table}".`);
    return version;
  }
}
