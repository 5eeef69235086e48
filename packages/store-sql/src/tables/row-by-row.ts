import { setImmediate } from "node:timers/promises";
import { DefinitionOutdated } from "@tablewright/core/storage";
import { quoteName } from "../fragments/sql-fragment.ts";
import type { Bound, SqlConnection } from "../store/sql-connection.ts";
import type { TableAccess } from "../store/sql-store-dialect.ts";
import type { SqlValue } from "../values/sql-value.ts";
import { columnsAsStored, SLOT, type TableLayout } from "./table-layout.ts";

/** A connection to a database in this process, which returns at once. */
export interface DirectConnection extends SqlConnection {
  all(sql: string, values?: readonly Bound[]): SqlValue[][];
  get(sql: string, values?: readonly Bound[]): SqlValue[] | undefined;
  run(sql: string, values?: readonly Bound[]): number;
}

/**
 * Cuts a list into batches of 1, 16 or 256, as many of the largest as there are: however long lists are, a store
 * prepares three statements and no statement has more bound values than a database takes.
 */
function* inBatches<T>(list: readonly T[]): Iterable<readonly T[]> {
  let start = 0;
  for (const size of SIZES) {
    for (; list.length - start >= size; start += size) yield list.slice(start, start + size);
  }
}

const SIZES = [256, 16, 1];

/**
 * Rows of a database in this process: written one after the other, as a statement costs little where nothing travels, and read in
 * batches. The database knows `on conflict`, `returning` and parameters written `?`.
 */
export class RowByRow implements TableAccess<DirectConnection> {
  /** In the definition. */
  readonly #name: string;
  readonly #insert: string;
  /** Positions of the values that an update takes: those that it sets, then the key. */
  readonly #updated: readonly number[];
  readonly #update: string;
  readonly #delete: string;
  readonly #read: string;
  readonly #table: string;
  readonly #key: readonly string[];
  readonly #readByKeys = new Map<number, string>();

  constructor(layout: TableLayout) {
    const names = columnsAsStored(layout).map(({ name }) => quoteName(name));
    const { key } = layout.table;
    const isKey = key.map((at) => `${names[at]} = ?`).join(" and ");
    const others = [...names.keys()].filter((at) => !key.includes(at));
    const changed = others.length > 0 ? others : key;
    const table = quoteName(layout.name);
    this.#name = layout.table.name;
    this.#table = table;
    this.#key = key.map((at) => names[at] as string);
    this.#read = [...names, slot].map((name) => `t.${name}`).join(", ");
    this.#insert =
      `insert into ${table} (${[...names, slot].join(", ")}) ` +
      `values (${[...names, slot].map(() => "?").join(", ")}) on conflict (${this.#key.join(", ")}) do nothing`;
    this.#updated = [...changed, ...key];
    const sets = changed.map((at) => `${names[at]} = ?`).join(", ");
    this.#update = `update ${table} set ${sets} where ${isKey} returning ${slot}`;
    this.#delete = `delete from ${table} where ${isKey}`;
  }

  insert(
    connection: DirectConnection,
    rows: readonly (readonly SqlValue[])[],
  ): { readonly slots: readonly number[]; readonly count: number } {
    const highest = connection.get(DRAW, [rows.length, this.#name]);
    if (highest === undefined) throw new DefinitionOutdated(this.#name);
    const before = Number(highest[0]) - rows.length;
    const slots = rows.map((_, at) => before + at + 1);
    let count = 0;
    for (const [at, row] of rows.entries())
      count += connection.run(this.#insert, [...row, slots[at] as number]);
    return { slots, count };
  }

  update(
    connection: DirectConnection,
    rows: readonly (readonly SqlValue[])[],
  ): readonly (number | undefined)[] {
    return rows.map((row) => {
      const values = this.#updated.map((at) => row[at] as SqlValue);
      const read = connection.get(this.#update, values);
      return read && Number(read[0]);
    });
  }

  delete(connection: DirectConnection, keys: readonly (readonly SqlValue[])[]): void {
    for (const key of keys) connection.run(this.#delete, key);
  }

  async readByKeys(
    connection: DirectConnection,
    keys: readonly (readonly SqlValue[])[],
  ): Promise<SqlValue[][]> {
    const rows: SqlValue[][] = [];
    let start = 0;
    for (const batch of inBatches(keys)) {
      if (start > 0) await setImmediate();
      for (const row of connection.all(this.#selectByKeys(batch.length), batch.flat())) {
        row.push(start + (row.pop() as number));
        rows.push(row);
      }
      start += batch.length;
    }
    return rows;
  }

  /** Parameters: the parts of `count` keys. After each row comes the position of its key, from 0. */
  #selectByKeys(count: number): string {
    const existing = this.#readByKeys.get(count);
    if (existing !== undefined) return existing;
    const parameters = this.#key.map(() => "?");
    const keys = Array.from({ length: count }, (_, at) => `(${[at, ...parameters].join(", ")})`);
    const parts = this.#key.map((_, part) => `k${part}`);
    const statement =
      `with given (at, ${parts.join(", ")}) as (values ${keys.join(", ")}) ` +
      `select ${this.#read}, given.at from given cross join ${this.#table} as t ` +
      `where ${this.#key.map((name, part) => `t.${name} = given.k${part}`).join(" and ")}`;
    this.#readByKeys.set(count, statement);
    return statement;
  }
}

const slot = quoteName(SLOT);

const DRAW = "update tablewright_tables set highest = highest + ? where name = ? returning highest";
