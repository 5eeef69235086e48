import {
  columnsAsStored,
  createIndex,
  quoteName,
  SLOT,
  type SqlValue,
  type TableAccess,
  type TableLayout,
} from "@tablewright/store-sql";
import { postgresIndexes, postgresNames, writeIndexes } from "./catalogue.ts";
import type { PostgresConnection } from "./connection.ts";
import { isShortKey, NAMES, postgresKeyIndexes } from "./indexes.ts";
import { listParameters, nativeTypeName, writeStoredList } from "./types.ts";

/**
 * Many rows of one table at once: each parameter takes the values of a column, one for each row, so a statement is the same
 * text for any number of rows. A row is read as the table's columns in their order and its slot.
 */
export class ByArrays implements TableAccess<PostgresConnection> {
  readonly #layout: TableLayout;
  /** The type of the column at a position, that of the slot last. */
  readonly #types: readonly string[];
  /** Positions of the values that an update takes: those that it sets, then the key. */
  readonly #updated: readonly number[];
  readonly #readByKey: string;
  readonly #readByKeys: string;
  readonly #insert: string;
  readonly #insertDrawing: string;
  readonly #updateOne: string;
  readonly #update: string;
  readonly #delete: string;

  constructor(layout: TableLayout) {
    const columns = columnsAsStored(layout).map(({ name, form }) => ({
      name: quoteName(name),
      type: nativeTypeName(form),
    }));
    const { key } = layout.table;
    const table = quoteName(layout.name);
    const typesAt = (positions: readonly number[]) => positions.map((at) => columns[at]?.type ?? "");
    const keyTypes = typesAt(key);
    const sameKey = (row: string) =>
      key.map((at, part) => `${row}.${columns[at]?.name} = given.k${part}`).join(" and ");
    const keyParts = key.map((_, part) => `k${part}`);
    const names = columns.map(({ name }) => name);
    const read = [...names, slot].map((name) => `t.${name}`).join(", ");
    const others = [...names.keys()].filter((at) => !key.includes(at));
    const changed = others.length > 0 ? others : key;
    this.#layout = layout;
    const types = columns.map(({ type }) => type);
    this.#types = [...types, "bigint"];
    this.#updated = [...changed, ...key];

    // Planned once, which the one for many rows is not.
    this.#readByKey =
      `select ${read} from ${table} as t ` +
      `where ${key.map((at, part) => `t.${names[at]} = $${part + 1}`).join(" and ")}`;
    this.#readByKeys =
      `select ${read}, given.at - 1 ` +
      `from unnest(${listParameters(keyTypes)}) with ordinality as given (${keyParts.join(", ")}, at) ` +
      `join ${table} as t on ${sameKey("t")}`;
    this.#insert =
      `insert into ${table} (${[...names, slot].join(", ")}) ` +
      `select * from unnest(${listParameters(this.#types)}) ` +
      "on conflict do nothing";
    // The subquery looks the sequence up once, and not for each row.
    this.#insertDrawing =
      "with given as materialized (select *, nextval((select pg_get_serial_sequence(" +
      `'${table.replaceAll("'", "''")}', '${SLOT}')::regclass)) as drawn from unnest(${listParameters(types)}) ` +
      `as given (${types.map((_, at) => `c${at}`).join(", ")})), ` +
      `inserted as (insert into ${table} (${[...names, slot].join(", ")}) select * from given ` +
      `on conflict do nothing returning ${slot} as drawn) ` +
      "select given.drawn, inserted.drawn is not null from given left join inserted using (drawn) order by 1";
    const numbered = (positions: readonly number[], first: number) =>
      positions.map((at, place) => `${names[at]} = $${first + place}::${types[at]}`);
    this.#updateOne =
      `update ${table} set ${numbered(changed, 1).join(", ")} ` +
      `where ${numbered(key, changed.length + 1).join(" and ")} returning ${slot}`;
    const sets = changed.map((at, position) => `${names[at]} = given.c${position}`);
    const keyParameters = listParameters(keyTypes, changed.length + 1);
    // Does nothing unless there is a row for each key.
    this.#update =
      `update ${table} as t set ${sets.join(", ")} ` +
      `from unnest(${listParameters(typesAt(changed))}, ${keyParameters}) with ordinality ` +
      `as given (${[...changed.map((_, position) => `c${position}`), ...keyParts, "at"].join(", ")}) ` +
      `where ${sameKey("t")} and $${changed.length + key.length + 1}::bigint = ` +
      `(select count(*) from unnest(${keyParameters}) as given (${keyParts.join(", ")}) join ${table} as found ` +
      `on ${sameKey("found")}) returning t.${slot}, given.at`;
    this.#delete =
      `delete from ${table} as t using unnest(${listParameters(keyTypes)}) as given (${keyParts.join(", ")}) ` +
      `where ${sameKey("t")}`;
  }

  /** Few rows draw their slots by the statement that inserts them; where the order is that of commits others wait first. */
  async insert(connection: PostgresConnection, rows: readonly (readonly SqlValue[])[]) {
    const { columns, order } = this.#layout.table;
    await this.#makeRoom(connection, rows);
    if (rows.length <= FEW && order !== "commit") {
      const read = await connection.all(this.#insertDrawing, this.#byColumn(rows, [...columns.keys()]));
      const count = read.filter(([, isInserted]) => isInserted === 1).length;
      return { slots: read.map(([slot]) => Number(slot)), count };
    }
    const slots = await drawSlots(connection, this.#layout, rows.length);
    const values = rows.map((row, at) => [...row, slots[at] as number]);
    const all = this.#byColumn(values, [...columns.keys(), columns.length]);
    return { slots, count: await connection.run(this.#insert, all) };
  }

  async update(
    connection: PostgresConnection,
    rows: readonly (readonly SqlValue[])[],
  ): Promise<readonly (number | undefined)[]> {
    const values = rows.map((row) => this.#updated.map((at) => row[at] as SqlValue));
    const [one = []] = values;
    if (values.length === 1) {
      const updated = await connection.get(this.#updateOne, this.#byItself(one, this.#updated));
      return [updated && Number(updated[0])];
    }
    const bound = [...this.#byColumn(values, this.#updated), rows.length];
    const slots = new Array<number | undefined>(rows.length).fill(undefined);
    const read = await connection.all(this.#update, bound);
    for (const [slot, place] of read) slots[Number(place) - 1] = Number(slot);
    return read.length === 0 ? this.#slotsOf(connection, rows) : slots;
  }

  async delete(
    connection: PostgresConnection,
    keys: readonly (readonly SqlValue[])[],
  ): Promise<readonly number[]> {
    const read = await connection.all(this.#delete, this.#byColumn(keys, this.#layout.table.key));
    return read.map(([slot]) => Number(slot));
  }

  async readByKeys(
    connection: PostgresConnection,
    keys: readonly (readonly SqlValue[])[],
  ): Promise<SqlValue[][]> {
    const [key] = keys;
    if (key === undefined || keys.length > 1)
      return connection.all(this.#readByKeys, this.#byColumn(keys, this.#layout.table.key));
    const rows = await connection.all(this.#readByKey, key);
    for (const row of rows) row.push(0);
    return rows;
  }

  /** For keys that the table could not hold until now. */
  async #makeRoom(connection: PostgresConnection, rows: readonly (readonly SqlValue[])[]): Promise<void> {
    const { key } = this.#layout.table;
    const isRoom = rows.every((row) => isShortKey(key.map((at) => row[at] ?? null)));
    if (!isRoom) await widenKey(connection, this.#layout);
  }

  /** Values by row as values by column, as the columns at these positions take them. */
  #byColumn(rows: readonly (readonly SqlValue[])[], positions: readonly number[]): ArrayParameter[] {
    return byColumn(rows, positions.length).map((values, at) => {
      const type = this.#types[positions[at] as number] as string;
      return arrayParameter(type === "jsonb" ? values.map(asList) : values, type);
    });
  }

  /** Values of one row, as the columns at these positions take them. */
  #byItself(values: readonly SqlValue[], positions: readonly number[]): readonly SqlValue[] {
    return values.map((value, at) =>
      this.#types[positions[at] as number] === "jsonb" ? asList(value) : value,
    );
  }

  /** The slots of rows, undefined for one that is not there. */
  async #slotsOf(
    connection: PostgresConnection,
    rows: readonly (readonly SqlValue[])[],
  ): Promise<readonly (number | undefined)[]> {
    const keys = rows.map((row) => this.#layout.table.key.map((at) => row[at] as SqlValue));
    const slots = new Array<number | undefined>(rows.length).fill(undefined);
    for (const row of await this.readByKeys(connection, keys)) slots[Number(row.at(-1))] = Number(row.at(-2));
    return slots;
  }
}

const slot = quoteName(SLOT);

/** Rows that are drawn for and inserted by one statement, which looks for each key beforehand: a third of its costs. */
const FEW = 16;

function asList(value: SqlValue): SqlValue {
  return typeof value === "string" ? writeStoredList(value) : value;
}

/** Values by row as values by column; `width` says how many columns there are. */
function byColumn(rows: readonly (readonly SqlValue[])[], width: number): SqlValue[][] {
  return Array.from({ length: width }, (_, column) => rows.map((row) => row[column] as SqlValue));
}

/** Makes room for keys that no index of the ordinary kind takes; does nothing where there is room already. */
async function widenKey(connection: PostgresConnection, layout: TableLayout): Promise<void> {
  const { name } = layout.table;
  const existing = await postgresIndexes(connection, name);
  const old = existing.find(({ isUnique }) => isUnique);
  const wide = postgresKeyIndexes(layout, false);
  if (old === undefined || wide.some(({ on }) => on === old.on)) return;
  const names = await postgresNames(connection);
  await connection.exec(`set local statement_timeout = 0; drop index ${quoteName(old.name)}`);
  names.delete(old.name);
  const statements = [];
  for (const index of wide)
    statements.push(await createIndex(connection, layout, index, names, { names: NAMES }));
  await writeIndexes(connection, name, [...statements, ...existing.filter((index) => index !== old)]);
}

/**
 * So many slots that no other transaction is given. In a table whose order is that of commits, others wait
 * from here to the end of the transaction.
 */
async function drawSlots(
  connection: PostgresConnection,
  { name, table }: TableLayout,
  count: number,
): Promise<number[]> {
  const locked = table.order === "commit" ? LOCKED : "";
  const drawn = await connection.all(
    `with ${locked}named as materialized (select ${SEQUENCE} as sequence) ` +
      `select nextval(sequence) from ${locked === "" ? "" : "locked, "}named, generate_series(1, $2)`,
    [quoteName(name), count],
  );
  return drawn.map(([slot]) => Number(slot));
}

/** The sequence of the table whose name, in quotes, is the first parameter. */
const SEQUENCE = `pg_get_serial_sequence($1, '${SLOT}')::regclass`;

/** Locks the right to append to the table, to the end of the transaction. */
const LOCKED =
  "locked as materialized (select pg_advisory_xact_lock(hashtextextended(current_schema() || '.' || $1, 0))), ";

/** Values of one column as a parameter that is a whole array of it; `type` names what the array holds. */
export function arrayParameter(values: readonly SqlValue[], type: string): ArrayParameter {
  if (type === "text") return binaryTexts(values as readonly (string | null)[]);
  return type === "bigint" && values.every(isWhole) ? binaryIntegers(values) : literal(values);
}

/** Bytes are taken as PostgreSQL's binary form, texts as the one that it writes. */
type ArrayParameter = Uint8Array | string;

/** Texts, which may be long and full of quotes, are neither escaped here nor parsed there. */
function binaryTexts(values: readonly (string | null)[]): Uint8Array {
  const bytes = values.reduce((sum, value) => sum + LENGTH + byteLength(value), HEADER);
  const array = arrayOf(TEXT_TYPE, values.length, bytes);
  let end = HEADER;
  for (const value of values) {
    const start = end + LENGTH;
    const length = value === null ? 0 : array.write(value, start);
    array.writeInt32BE(value === null ? -1 : length, end);
    end = start + length;
  }
  return array;
}

function isWhole(value: SqlValue): value is number | null {
  return value === null || Number.isSafeInteger(value);
}

/** Digits would be written here and read there. */
function binaryIntegers(values: readonly (number | null)[]): Uint8Array {
  const array = arrayOf(BIGINT_TYPE, values.length, HEADER + values.length * (LENGTH + INTEGER));
  let end = HEADER;
  for (const value of values) {
    end = array.writeInt32BE(value === null ? -1 : INTEGER, end);
    if (value === null) continue;
    end = array.writeInt32BE(Math.floor(value / 2 ** 32), end);
    end = array.writeUInt32BE(value >>> 0, end);
  }
  return array.subarray(0, end);
}

/** So many bytes that begin with the header of an array of a type: one dimension, with nulls, so many items, from 1 on. */
function arrayOf(type: number, items: number, bytes: number): Buffer {
  const array = Buffer.allocUnsafe(bytes);
  let end = 0;
  for (const part of [1, 1, type, items, 1]) end = array.writeInt32BE(part, end);
  return array;
}

function byteLength(value: string | null): number {
  return value === null ? 0 : Buffer.byteLength(value);
}

function literal(values: readonly SqlValue[]): string {
  let items = "";
  for (const value of values) {
    if (items !== "") items += ",";
    if (value === null) items += "NULL";
    else if (typeof value === "number") items += value;
    else items += `"${value.replace(/["\\]/gu, "\\$&")}"`;
  }
  return `{${items}}`;
}

/** Bytes of the header, and of the length before each item. */
const HEADER = 20;
const LENGTH = 4;
/** Bytes of a whole number. */
const INTEGER = 8;

/** The numbers of the types `bigint` and `text` in every PostgreSQL. */
const BIGINT_TYPE = 20;
const TEXT_TYPE = 25;
