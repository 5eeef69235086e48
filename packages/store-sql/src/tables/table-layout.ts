import type { JsonForm, StoredColumn, StoredTable } from "@tablewright/core/storage";
import {
  indexedFieldsOf,
  type SqlColumn,
  type SqlTable,
  type StoredForm,
  type Windows,
} from "../compile/sql-table.ts";

/** Where a table of the definition lies in the database. */
export interface TableLayout {
  readonly table: StoredTable;
  /** Its name in the database. */
  readonly name: string;
  /** Every column the database has, in any order, those included that the definition no longer names. */
  readonly columns: readonly LaidOutColumn[];
}

export interface LaidOutColumn {
  /** Its name in the definition. */
  readonly column: string;
  /** Its name in the database. */
  readonly name: string;
  readonly form: StoredForm;
  /** Of a column of objects: how they are written. */
  readonly json?: JsonForm;
  /** Of a column that rows are still to be given values in: the slot up to which they have them; see `withFillingMarks`. */
  readonly filledTo?: number;
  /** Whether every row was given a value in it, so that rows which get none from an older definition are to be given one. */
  readonly fills?: true;
}

/** The column that numbers the rows in stored order; it is the row number where row numbers are stable. */
export const SLOT = "_Slot";

/** The layout's columns in the order of the table's own. */
export function columnsAsStored({ table, columns }: TableLayout): readonly LaidOutColumn[] {
  const byColumn = new Map(columns.map((one) => [one.column, one]));
  return table.columns.map(({ name }) => byColumn.get(name) as LaidOutColumn);
}

/** How a database reads the columns of our own tables. */
export interface OwnColumns {
  /** How it computes with a column of a form whose type is another; missing where it computes with each as it is. */
  ownColumn?(form: StoredForm): Pick<SqlColumn, "widen" | "heldAs">;
}

/** A table as expressions are compiled about it: stable row numbers are its slots. */
export function sqlTableOf(layout: TableLayout, dialect: OwnColumns): SqlTable {
  const existing = tablesOf.get(layout);
  if (existing !== undefined) return existing;
  const table = makeSqlTable(layout, dialect);
  tablesOf.set(layout, table);
  return table;
}

const tablesOf = new WeakMap<TableLayout, SqlTable>();

function makeSqlTable(layout: TableLayout, dialect: OwnColumns): SqlTable {
  const columns = columnsAsStored(layout).map(({ name, form }, at) => ({
    name,
    form,
    isIndexed: hasIndex(layout, at),
    ...ownJson(layout.table.columns[at]),
    ...dialect.ownColumn?.(form),
  }));
  const windows = windowsOfOwn(layout);
  const isNumberedBySlot = layout.table.rowNumbers === "stable";
  return { name: layout.name, columns, slot: SLOT, windows, isNumberedBySlot };
}

function ownJson({ objects }: Partial<StoredColumn> = {}): Partial<SqlColumn> {
  if (objects === undefined) return {};
  return { isOpaque: true, isOurJson: true, indexedFields: indexedFieldsOf(objects) };
}

/** Those of a table of ours, whose slots order it. */
export function windowsOfOwn({ name }: Pick<TableLayout, "name">): Windows {
  return { table: name, slot: SLOT, column: SLOT, areInOrder: true };
}

/** Whether the rows of a value are found by an index: declared ones, and the first column of the key. */
export function hasIndex({ table }: TableLayout, column: number): boolean {
  const stored = table.columns[column];
  if (stored === undefined || stored.family === "list" || stored.kind === "json") return false;
  return stored.indexed || table.key[0] === column;
}

/** Which names a database takes. */
export interface NamesOfDatabase {
  /** Bytes of UTF-8 beyond which it cuts a name off or refuses it. */
  readonly longest: number;
  /** A name that it takes, no longer than the given one, which it may refuse. Missing where it refuses none. */
  fit?(name: string): string;
  /** Those that no column can have, because every table has such a column of itself. */
  readonly reserved: readonly string[];
}

/**
 * The name under which a database keeps something called `name`: the name itself where it can be. Databases do not tell
 * all cases apart and keep some names for themselves, so names are compared without case, and a number sets one apart.
 */
export function unusedName(
  name: string,
  taken: Iterable<string>,
  { longest = Number.POSITIVE_INFINITY, fit = (one) => one }: Partial<NamesOfDatabase> = {},
): string {
  const used = new Set([...taken].map((one) => one.toLowerCase()));
  const base = RESERVED.test(name) ? `_${name}` : name;
  let free = fit(cutToBytes(base, longest));
  for (let count = 2; used.has(free.toLowerCase()); count++) {
    const mark = `~${count}`;
    free = `${fit(cutToBytes(base, longest - mark.length))}${mark}`;
  }
  return free;
}

/** The longest beginning, in whole characters, of at most so many bytes of UTF-8. */
function cutToBytes(text: string, longest: number): string {
  let bytes = 0;
  let length = 0;
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    if (bytes > longest) break;
    length += character.length;
  }
  return text.slice(0, length);
}

const RESERVED = /^(sqlite|pg|tablewright)_/iu;
