import { type Key, putUnreadable, type Row, UnreadableValue, type Value } from "@tablewright/core/storage";
import type { StoredForm } from "../compile/sql-table.ts";
import { quoteName } from "../fragments/sql-fragment.ts";
import type { SqlConnection } from "../store/sql-connection.ts";
import type { TableAccess } from "../store/sql-store-dialect.ts";
import { readSqlValue, type SqlValue, writeSqlValue } from "../values/sql-value.ts";
import { columnsAsStored, SLOT, type TableLayout } from "./table-layout.ts";

/** A table that rows can be read from and written to. */
export class OpenTable<Connection extends SqlConnection = SqlConnection> {
  readonly isSource = false;
  readonly layout: TableLayout;
  readonly statements: TableStatements;
  readonly rows: TableAccess<Connection>;
  /** Makes a row of what was read of it. */
  readonly decode: (read: SqlValue[]) => Value[];
  readonly #forms: readonly StoredForm[];

  constructor(
    layout: TableLayout,
    dialect: TableDialect & { rowsOfTable(layout: TableLayout): TableAccess<Connection> },
  ) {
    this.layout = layout;
    this.statements = new TableStatements(layout, dialect);
    this.rows = dialect.rowsOfTable(layout);
    this.decode = rowDecoder(layout);
    this.#forms = columnsAsStored(layout).map(({ form }) => form);
  }

  /** The values of a row in the order of the table's columns, blanks where the row has ended. */
  encode(row: Row): SqlValue[] {
    const { columns } = this.layout.table;
    return this.#forms.map((form, at) => writeSqlValue(row[at] ?? null, form, columns[at]?.objects));
  }

  /** The keys that a row can have, as their columns keep them, and the position of each among `keys`. */
  seekKeys(keys: readonly Key[]): LookupKeys {
    const { key: columns } = this.layout.table;
    const forms = columns.map((at) => this.#forms[at] as StoredForm);
    const encoded: SqlValue[][] = [];
    const positions: number[] = [];
    for (const [position, key] of keys.entries()) {
      const values = lookupKey(key, forms);
      if (values === undefined) continue;
      encoded.push(values);
      positions.push(position);
    }
    return { encoded, positions };
  }

  /** The row as it is handed out after it was written. */
  withNumber(row: Row, number: number): Row {
    return [...this.#forms.map((_, at) => row[at] ?? null), number];
  }
}

/** Keys that are looked up; a text that no column keeps, such as one with NUL, is the key of no row. */
interface LookupKeys {
  readonly encoded: readonly SqlValue[][];
  readonly positions: readonly number[];
}

/**
 * Makes a row of what was read: turns its columns, in place, from what the database keeps into values. What stands
 * after the columns is left as it is. A cell that holds what another program has put there throws an `UnreadableValue` when
 * it is read.
 */
function rowDecoder(layout: TableLayout): (read: SqlValue[]) => Value[] {
  const columns = columnsAsStored(layout);
  const placesOf = (...forms: readonly StoredForm[]) =>
    columns.flatMap(({ form }, at) => (forms.includes(form) ? [at] : []));
  const whole = placesOf("integer", "duration");
  const real = placesOf("real");
  const decoded = placesOf("boolean", "date", "time", "datetime", "json").map(
    (at) => [at, columns[at]?.form as StoredForm] as const,
  );
  const { table } = layout;
  const keyForms = table.key.map((part) => columns[part]?.form ?? "text");
  return (read) => {
    const row: Value[] = read;
    const wrong: number[] = [];
    for (const at of whole) if (row[at] !== null && !Number.isSafeInteger(row[at])) wrong.push(at);
    for (const at of real) {
      if (typeof row[at] === "string") row[at] = readSqlValue(row[at] as SqlValue, "real");
      if (typeof row[at] === "string") wrong.push(at);
    }
    for (const [at, form] of decoded) {
      try {
        row[at] = readSqlValue(row[at] as SqlValue, form, table.columns[at]?.objects);
      } catch {
        wrong.push(at);
      }
    }
    if (wrong.length === 0) return row;
    const key = displayedKey(
      table.key.map((part) => read[part] ?? null),
      keyForms,
    );
    for (const at of wrong) {
      const [column, value] = [columns[at]?.column ?? "", JSON.stringify(read[at]).slice(0, MOST_SHOWN)];
      putUnreadable(row, at, new UnreadableValue({ table: table.name, column, key, value }));
    }
    return row;
  };
}

/** Characters of a value that an error shows. */
const MOST_SHOWN = 60;

/**
 * The statements about the rows of one table that every database takes: text with parameters, never with a value. They are
 * few and the table settles them, so they are written down once as text and need no query builder. A row is read as the
 * table's columns in their order and then its slot.
 */
class TableStatements {
  /** Parameters: a slot in use. How many rows are up to it. */
  readonly countUpTo: string;
  /** Parameters: a slot, and another. The slots in use from the one to the other, ascending. */
  readonly slotsBetween: string;
  /** Parameters: the key. The row that has it. */
  readonly selectByKey: string;
  readonly #table: string;
  readonly #placeholder: TableDialect["placeholder"];

  constructor(layout: TableLayout, dialect: TableDialect) {
    const names = columnsAsStored(layout).map(({ name }) => quoteName(name));
    const keyNames = layout.table.key.map((part) => names[part] as string);
    const table = quoteName(layout.name);
    const read = [...names, slot].map((name) => `t.${name}`).join(", ");
    const isKey = keyNames.map((name, part) => `t.${name} = ${dialect.placeholder(part + 1)}`);

    const [first, second] = [1, 2].map(dialect.placeholder);
    this.countUpTo = `select count(*) from ${table} where ${slot} <= ${first}`;
    this.slotsBetween = `select ${slot} from ${table} where ${slot} >= ${first} and ${slot} <= ${second} order by ${slot}`;
    this.selectByKey = `select ${read} from ${table} as t where ${isKey.join(" and ")}`;
    this.#table = table;
    this.#placeholder = dialect.placeholder;
  }

  /** Parameters: so many slots. Those in use. */
  slotsAmong(count: number): string {
    return `select ${slot} from ${this.#table} where ${this.#among(count)}`;
  }

  /** Parameters: so many slots. Removes their rows. */
  deleteAmong(count: number): string {
    return `delete from ${this.#table} where ${this.#among(count)}`;
  }

  #among(count: number): string {
    return `${slot} in (${Array.from({ length: count }, (_, at) => this.#placeholder(at + 1)).join(", ")})`;
  }
}

const slot = quoteName(SLOT);

interface TableDialect {
  placeholder(position: number): string;
}

/**
 * A key as the columns of these forms keep it; undefined when no row can have it: a text with NUL or a lone surrogate, a
 * date outside the calendar, a number that is not whole in a column of whole numbers.
 */
export function lookupKey(key: Key, forms: readonly StoredForm[]): SqlValue[] | undefined {
  const values: SqlValue[] = [];
  for (const [part, form] of forms.entries()) {
    const value = lookupPart(key[part] ?? null, form);
    if (value === undefined) return undefined;
    values.push(value);
  }
  return values;
}

function lookupPart(value: Value, form: StoredForm): SqlValue | undefined {
  if (value === null) return null;
  if (typeof value !== TYPES[form] && form !== "json") return undefined;
  try {
    const stored = writeSqlValue(value, form);
    const isWhole = form !== "integer" && form !== "duration" ? true : Number.isSafeInteger(stored);
    return isWhole ? stored : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** What the values of a form are at run time. */
const TYPES: Readonly<Record<StoredForm, "string" | "number" | "boolean" | "object">> = {
  text: "string",
  integer: "number",
  real: "number",
  boolean: "boolean",
  date: "number",
  time: "number",
  datetime: "number",
  duration: "number",
  json: "object",
};

/** A key as errors show it. Dates and times that have become values by then are shown as they were read. */
export function displayedKey(values: readonly Value[], forms: readonly StoredForm[]): string {
  const parts = values.map((value, part) => {
    const form = forms[part] ?? "text";
    return typeof value === "number" && MOMENTS.has(form) ? writeSqlValue(value, form) : value;
  });
  return JSON.stringify(parts.join(": "));
}

const MOMENTS: ReadonlySet<StoredForm> = new Set(["date", "time", "datetime"]);
