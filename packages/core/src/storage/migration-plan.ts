import type { Value } from "../values/index.ts";
import type { StoredTable } from "./stored-table.ts";

/** What opening a store for the tables of a definition would do to it, step by step. */
export type MigrationPlan = readonly MigrationStep[];

/** A change to the tables of a store. `rows` and `values` are counted when the plan is made. */
export type MigrationStep =
  | { readonly what: "createTable"; readonly table: string; readonly columns: readonly string[] }
  | { readonly what: "renameTable"; readonly table: string; readonly was: string; readonly rows: number }
  | {
      readonly what: "renameColumn";
      readonly table: string;
      readonly column: string;
      readonly was: string;
      readonly values: number;
    }
  | ConvertedColumn
  | AddedColumn
  | FilledColumn
  /** Rows are given their values that processes with an older definition have written so many times. */
  | { readonly what: "fillRows"; readonly table: string; readonly writes: number }
  | { readonly what: "addIndex"; readonly table: string; readonly columns: readonly string[] }
  | { readonly what: "changeKey"; readonly table: string; readonly columns: readonly string[] }
  | KeptColumn
  | KeptTable
  /** What the store cannot do; while there is such a step, opening does nothing at all and rejects with the reasons. */
  | {
      readonly what: "refuse";
      readonly table: string;
      readonly reason: string;
      /** Whether it would do it with a `Migration`. */
      readonly isPending?: true;
    };

/** A column whose values get another form; `holds` and `held` are words for the forms. */
interface ConvertedColumn {
  readonly what: "convertColumn";
  readonly table: string;
  readonly column: string;
  readonly held: string;
  readonly holds: string;
  /** How many rows have a value in it. */
  readonly values: number;
  /** Whether calls that change rows wait while these values are converted. */
  readonly isExclusive?: true;
}

/** A column that is added to a table that has rows. */
export interface AddedColumn {
  readonly what: "addColumn";
  readonly table: string;
  readonly column: string;
  readonly holds: string;
  /** The rows that get it. */
  readonly rows: number;
  /** What gives these rows their value in it; left out where they are blank. A store does not know. */
  readonly filledBy?: "initialValue" | "formula";
  /** Whether calls that change rows wait while these rows are given their values. */
  readonly isExclusive?: true;
}

/** A column that is there, and in which rows are still to be given values, or to be given them again. */
interface FilledColumn {
  readonly what: "fillColumn";
  readonly table: string;
  readonly column: string;
  readonly rows: number;
  /** What gives rows their value in it. A store does not know. */
  readonly filledBy?: "initialValue" | "formula";
  /** Whether calls that change rows wait meanwhile. */
  readonly isExclusive?: true;
}

/** A column that the definition names no longer; `dropColumn` removes it with its values. */
export interface KeptColumn {
  readonly what: "keepColumn" | "dropColumn";
  readonly table: string;
  readonly column: string;
  /** A word for the form of its values, the same for columns whose values could be exchanged. */
  readonly holds: string;
  /** How many rows have a value in it. */
  readonly values: number;
}

/** A table that the definition names no longer; `dropTable` removes it with its rows. */
export interface KeptTable {
  readonly what: "keepTable" | "dropTable";
  readonly table: string;
  readonly columns: readonly string[];
  readonly rows: number;
}

/** Tables and columns are renamed and columns get another type; each value is tried before any is changed. */
export interface Migration {
  /** Whether tables and columns that are not named any more are removed with their values. */
  readonly drops: boolean;
  /** The names of tables that are kept all the same. */
  readonly keeps?: readonly string[];
  /** How the values of a column are read that were of another form, named as the `held` of a plan. */
  readonly converting: (table: string, column: string, from: string) => ConvertValue;
}

/** The value as its column keeps it now; undefined for one that does not convert. Blanks are not asked about. */
export type ConvertValue = (value: Value) => Value | undefined;

/** A name that a migration has taken from a table, or from a column of one. */
export interface FormerName {
  /** The name that the table had after the migration. */
  readonly table: string;
  /** The name that the column got. */
  readonly column?: string;
  readonly was: string;
}

/**
 * Why a definition cannot have a table: it uses names that a migration has taken, the oldest first, and does not know the new ones.
 * It is an older definition, which would begin empty under the old name. `existing` are the columns of each table that is there.
 */
export function usedFormerNames(
  former: readonly FormerName[],
  { name, was, columns }: StoredTable,
  expected: readonly StoredTable[],
  existing: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  const there = existing.get(name) ?? existing.get(was ?? name);
  if (there === undefined) {
    const now = tableNow(former, name);
    const isOlder = now !== name && existing.has(now) && !expected.some((table) => table.name === now);
    return isOlder ? [migrationWords.formerTable(name, now)] : [];
  }
  return columns.flatMap((column) => {
    if (there.includes(column.name) || there.includes(column.was ?? column.name)) return [];
    const now = columnNow(former, name, column.name);
    const isOlder = now !== column.name && there.includes(now) && !columns.some((one) => one.name === now);
    return isOlder ? [migrationWords.formerColumn(column.name, now, name)] : [];
  });
}

/** What a table is called that last had this name. */
function tableNow(former: readonly FormerName[], name: string): string {
  const first = former.findLastIndex(({ column, was }) => column === undefined && was === name);
  return first < 0 ? name : renamedSince(former.slice(first), name);
}

function renamedSince(former: readonly FormerName[], name: string): string {
  let now = name;
  for (const { table, column, was } of former) if (column === undefined && was === now) now = table;
  return now;
}

/** What a column is called that last had this name in the table. */
function columnNow(former: readonly FormerName[], table: string, name: string): string {
  const ofTable = former.filter(
    (one, at) => one.column !== undefined && renamedSince(former.slice(at + 1), one.table) === table,
  );
  let now = name;
  const first = ofTable.findLastIndex(({ was }) => was === name);
  for (const { column, was } of first < 0 ? [] : ofTable.slice(first)) if (was === now) now = column ?? now;
  return now;
}

/** The sentences in which stores refuse to change what they hold, the same in all of them. */
export const migrationWords = {
  otherApplication: (owner: string, application: string) =>
    `The tables there belong to the application ${quoted(owner)}, and applications never share a table. Give ` +
    `${quoted(application)} another place: another file, or a schema with "?schema=…".`,

  notAsDefined: (table: string) =>
    `Table "${table}" is not there as the definition has it, and nothing is changed only for reading: let a server that ` +
    "may change it start first.",

  formerTables: (table: string) =>
    `A program of before 2026-11-27 has kept events or runs there in a table "${table}": send them by that program, and ` +
    "drop the table.",

  pendingTable: (was: string, table: string) =>
    `The table "${was}" is called "${table}" now, and only a migration renames it.`,

  pendingColumn: (was: string, column: string, table: string) =>
    `Column "${was}" of table "${table}" is called "${column}" now, and only a migration renames it.`,

  formerTable: (was: string, table: string) =>
    `The table "${was}" was renamed to "${table}" by a migration, and this definition does not know that: serve the ` +
    `definition that has "${table}". A definition that has both tables may use the old name for a new one.`,

  formerColumn: (was: string, column: string, table: string) =>
    `Column "${was}" of table "${table}" was renamed to "${column}" by a migration, and this definition does not know ` +
    `that: serve the definition that has "${column}". A definition that has both may use the old name for a new column.`,

  pendingValues: (column: string, table: string, held: string, holds: string) =>
    `Column "${column}" of table "${table}" holds values of the type ${typeOfForm(held)}, and the definition now wants ` +
    `${typeOfForm(holds)}; only a migration converts them.`,

  unread: (column: string, table: string, held: string, holds: string, values: NamedThings) =>
    `Column "${column}" of table "${table}" has ${values.length === 1 ? "1 value" : `${values.length} values`} of the type ` +
    `${typeOfForm(held)} that cannot be read as ${typeOfForm(holds)}: ${values}.`,

  newKey: (key: readonly string[], table: string, added: readonly string[], rows: number) =>
    `${joined(key)} cannot be the key of table "${table}": ${joined(added)} is new, and so blank in the ` +
    `${rows === 1 ? "row" : `${rows} rows`} there ${rows === 1 ? "is" : "are"}.`,

  blankKey: (key: readonly string[], table: string, rows: NamedThings) =>
    `${joined(key)} cannot be the key of table "${table}": it is blank in ${theRows(rows)}.`,

  sharedKey: (key: readonly string[], table: string, keys: NamedThings) =>
    `${joined(key)} cannot tell the rows of table "${table}" apart: ${keys}.`,
};

/** The simplest column type of a form that a plan names: `real` is Decimal, `list of time at /a` is `list of Time at /a`. */
export function typeOfForm(form: string): string {
  return form.replace(/[a-z]+(?= at \/|$)/u, (word) => TYPES[word] ?? word);
}

const TYPES: Readonly<Record<string, string | undefined>> = {
  text: "Text",
  integer: "Number",
  real: "Decimal",
  boolean: "Yes/No",
  date: "Date",
  time: "Time",
  datetime: "DateTime",
  duration: "Duration",
  json: "Json",
};

/** Things that a message names: the first of them, and how many more there are. */
export class NamedThings {
  readonly #most: number;
  readonly #between: string;
  readonly #first: string[] = [];
  #count = 0;

  constructor({ most = MOST_NAMED, between = ", " } = {}) {
    this.#most = most;
    this.#between = between;
  }

  get length(): number {
    return this.#count;
  }

  add(one: string): void {
    if (this.#count++ < this.#most) this.#first.push(one);
  }

  toString(): string {
    const more = this.#count - this.#first.length;
    return this.#first.join(this.#between) + (more > 0 ? ` and ${more} more` : "");
  }
}

const MOST_NAMED = 20;

/** The keys of rows, and of those that several rows have, which rows. Keys and rows are as a message names them. */
export class KeysOfRows {
  readonly #first = new Map<string, string>();
  readonly #shared = new Map<string, NamedThings>();

  add(key: string, row: string): void {
    const first = this.#first.get(key);
    if (first === undefined) {
      this.#first.set(key, row);
      return;
    }
    const rows = this.#shared.get(key) ?? new NamedThings({ most: MOST_ROWS_OF_A_KEY });
    if (rows.length === 0) rows.add(first);
    rows.add(row);
    this.#shared.set(key, rows);
  }

  get shared(): NamedThings {
    const keys = new NamedThings({ between: "; " });
    for (const [key, rows] of this.#shared) keys.add(`${theRows(rows)} have the key ${key}`);
    return keys;
  }
}

const MOST_ROWS_OF_A_KEY = 5;

/** A value, as it is kept, in a row. */
export function valueInRow(value: unknown, row: string): string {
  const text = JSON.stringify(value);
  return `${text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text} in the row ${row}`;
}

const LONGEST_SHOWN = 60;

/** A row by what identifies it. */
export function namedRow(values: readonly unknown[]): string {
  return quoted(values.map((value) => String(value ?? "")).join(": "));
}

function theRows(rows: NamedThings): string {
  return `the ${rows.length === 1 ? "row" : "rows"} ${rows}`;
}

function joined(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(" and ");
}

function quoted(text: string): string {
  return JSON.stringify(text);
}
