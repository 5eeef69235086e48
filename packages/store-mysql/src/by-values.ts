import {
  chunksOf,
  columnsAsStored,
  quoteName,
  SLOT,
  type SqlValue,
  type TableAccess,
  type TableLayout,
  takeSlots,
} from "@tablewright/store-sql";
import type { MysqlConnection } from "./connection.ts";
import { digestColumn } from "./indexes.ts";

/**
 * Many rows of one table by one statement, in which the values stand one after the other. A row is read as the table's
 * columns in their order and its slot. Rows are changed by their slots, which are read first.
 */
export class ByValues implements TableAccess<MysqlConnection> {
  /** In the definition. */
  readonly #name: string;
  readonly #table: string;
  readonly #key: readonly number[];
  /** How a row has a part of a key, with a parameter. */
  readonly #parts: readonly string[];
  readonly #read: string;
  readonly #insert: string;
  /** Sets all columns but those of the key; undefined where there are none. */
  readonly #sets: string | undefined;

  constructor(layout: TableLayout) {
    const columns = columnsAsStored(layout);
    const names = columns.map(({ name }) => quoteName(name));
    const { key } = layout.table;
    const others = names.filter((_, at) => !key.includes(at));
    this.#name = layout.table.name;
    this.#table = quoteName(layout.name);
    this.#key = key;
    this.#parts = key.map((at) => {
      const { name = "", form } = columns[at] ?? {};
      return form === "text"
        ? `t.${quoteName(digestColumn(name))} = unhex(sha2(?, 256))`
        : `t.${quoteName(name)} = ?`;
    });
    this.#read = [...names, slot].map((name) => `t.${name}`).join(", ");
    this.#insert = `insert into ${this.#table} (${[...names, slot].join(", ")}) values`;
    this.#sets =
      others.length === 0 ? undefined : others.map((name) => `${name} = values(${name})`).join(", ");
  }

  async insert(connection: MysqlConnection, rows: readonly Values[]) {
    const slots = await takeSlots(connection, this.#name, rows.length);
    let count = 0;
    for (const part of chunksOf(rows.map((row, at) => [...row, slots[at] as number])))
      count += await connection.run(
        `${this.#insert} ${tuples(part)} on duplicate key update ${slot} = ${slot}`,
        part.flat(),
      );
    return { slots, count };
  }

  async update(
    connection: MysqlConnection,
    rows: readonly Values[],
  ): Promise<readonly (number | undefined)[]> {
    const keys = rows.map((row) => this.#key.map((at) => row[at] as SqlValue));
    const slots = new Array<number | undefined>(rows.length).fill(undefined);
    for (const row of await this.readByKeys(connection, keys)) slots[Number(row.at(-1))] = Number(row.at(-2));
    if (slots.includes(undefined) || this.#sets === undefined) return slots;
    const changed = rows.map((row, at) => [...row, slots[at] as number]);
    for (const part of chunksOf(changed))
      await connection.run(
        `${this.#insert} ${tuples(part)} on duplicate key update ${this.#sets}`,
        part.flat(),
      );
    return slots;
  }

  async delete(connection: MysqlConnection, keys: readonly Values[]): Promise<void> {
    const slots = [...new Set((await this.readByKeys(connection, keys)).map((row) => Number(row.at(-2))))];
    for (const part of chunksOf(slots.map((one) => [one])))
      await connection.run(
        `delete from ${this.#table} where ${slot} in (${part.map(() => "?").join(", ")})`,
        part.flat(),
      );
  }

  async readByKeys(connection: MysqlConnection, keys: readonly Values[]): Promise<SqlValue[][]> {
    const places = Map.groupBy(keys.keys(), (at) => JSON.stringify(keys[at]));
    const rows: SqlValue[][] = [];
    for (const part of chunksOf([...places.values()].map(([first = 0]) => keys[first] as Values))) {
      const isKey = part.map(() => `(${this.#parts.join(" and ")})`).join(" or ");
      const read = await connection.all(
        `select ${this.#read} from ${this.#table} as t where ${isKey}`,
        part.flat(),
      );
      for (const row of read) {
        const key = JSON.stringify(this.#key.map((at) => row[at]));
        for (const place of places.get(key) ?? []) rows.push([...row, place]);
      }
    }
    return rows;
  }
}

type Values = readonly SqlValue[];

const slot = quoteName(SLOT);

function tuples(rows: readonly Values[]): string {
  const row = `(${rows[0]?.map(() => "?").join(", ")})`;
  return rows.map(() => row).join(", ");
}
