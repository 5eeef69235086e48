import { type Family, hashOf, type Value } from "../../values/index.ts";
import type { TableRows } from "../runtime/request-context.ts";
import { keyOf } from "../tree/key.ts";
import type { TableScope } from "../tree/scope.ts";

type Row = readonly Value[];

/** A fixed set of rows with indexes that are built when first asked for. */
export class RowTable implements TableRows {
  readonly rows: readonly Row[];
  readonly isComplete = true;
  readonly #table: TableScope;
  #byKey: Map<Value, Row> | undefined;
  readonly #byColumn = new Map<string, Map<unknown, Row[]>>();

  constructor(rows: readonly Row[], table: TableScope) {
    this.rows = rows;
    this.#table = table;
  }

  get hasUniqueKeys(): boolean {
    const byKey = this.#rowsByKey();
    return byKey.size === this.rows.length && !byKey.has(null);
  }

  find(key: Value): Row | undefined {
    return this.#rowsByKey().get(key);
  }

  matching(column: number, family: Family, value: Value): readonly Row[] {
    const name = `${column} ${family}`;
    let index = this.#byColumn.get(name);
    if (index === undefined) {
      index = Map.groupBy(this.rows, (row) => hashOf(row[column] ?? null, family));
      this.#byColumn.set(name, index);
    }
    return index.get(hashOf(value, family)) ?? [];
  }

  /** Of rows with the same key the first. */
  #rowsByKey(): Map<Value, Row> {
    this.#byKey ??= new Map([...this.rows].reverse().map((row) => [keyOf(row, this.#table), row]));
    return this.#byKey;
  }
}
