import type { ResultRow } from "@tablewright/core";
import { type FindRow, isReadByClerk, type ModelRow, type ModelTable } from "./model-table.ts";
import { YARD_TABLES } from "./yard.ts";

interface Content {
  readonly rows: Readonly<Record<string, readonly ModelRow[]>>;
  /** The highest number that a row of a table ever had. */
  readonly highest: Readonly<Record<string, number>>;
}

/** A table, or a slice of it that shows some columns, and whether to a clerk. */
interface Shown {
  readonly table: ModelTable;
  readonly isClerk: boolean;
  readonly slice: { readonly columns: readonly string[] } | undefined;
}

/** All rows of the model, in stored order; a test that keeps a `content` can go back to it. */
export class ModelTables {
  content: Content = { rows: {}, highest: {} };

  rowsOf(table: string): readonly ModelRow[] {
    return this.content.rows[table] ?? [];
  }

  readonly lookUp: FindRow = (table, key) =>
    key === null ? undefined : this.rowOf(tableNamed(table), String(key));

  rowOf(table: ModelTable, key: string): ModelRow | undefined {
    return this.rowsOf(table.name).find((row) => keyOf(table, row) === key);
  }

  /** Puts a row in the place of another, or behind all others. */
  put(table: ModelTable, before: ModelRow | undefined, after: ModelRow): void {
    const rows = this.rowsOf(table.name);
    if (before !== undefined) {
      this.#setRows(
        table,
        rows.map((row) => (row === before ? after : row)),
      );
      return;
    }
    const number = (this.content.highest[table.name] ?? 0) + 1;
    this.content = { ...this.content, highest: { ...this.content.highest, [table.name]: number } };
    this.#setRows(table, [...rows, { ...after, _RowNumber: number }]);
  }

  /** Removes rows and all that is a part of them. */
  remove(table: ModelTable, rows: readonly ModelRow[]): void {
    const gone = rows.map((row) => keyOf(table, row));
    if (table.parts !== undefined) {
      const { table: name, column } = table.parts;
      this.remove(
        tableNamed(name),
        this.rowsOf(name).filter((row) => gone.includes(String(row[column]))),
      );
    }
    this.#setRows(
      table,
      this.rowsOf(table.name).filter((row) => !rows.includes(row)),
    );
  }

  #setRows({ name }: ModelTable, rows: readonly ModelRow[]): void {
    this.content = { ...this.content, rows: { ...this.content.rows, [name]: rows } };
  }

  /** All rows as a clerk reads them: cells that they do not read are blank. */
  get readByClerk(): Content["rows"] {
    const masked = ({ columns }: ModelTable, row: ModelRow) => {
      const hidden = columns.filter((column) => !isReadByClerk(column, row));
      return { ...row, ...Object.fromEntries(hidden.map(({ name }) => [name, null])) };
    };
    const tables = Object.entries(this.content.rows);
    return Object.fromEntries(
      tables.map(([name, rows]) => [name, rows.map((row) => masked(tableNamed(name), row))]),
    );
  }

  /** A row as it is answered now: all columns, the virtual ones included. */
  show({ table, slice, isClerk }: Shown, row: ModelRow): ResultRow {
    const position = this.rowsOf(table.name).indexOf(row) + 1;
    const number = table.numbering === "stable" ? (row._RowNumber ?? null) : position;
    const key = keyOf(table, row) ?? "";
    const shown: Record<string, ResultRow[string]> = { ...row };
    for (const [name, formula] of Object.entries(table.virtual ?? {})) shown[name] = formula(row);
    if (table.parts !== undefined) {
      const { table: parts, column } = table.parts;
      // REF_ROWS compares as "=" does, while look-ups and cascades are exact.
      const related = this.rowsOf(parts).filter(
        (part) => String(part[column]).toLowerCase() === key.toLowerCase(),
      );
      shown[`Related ${parts}`] = related.map((part) => keyOf(tableNamed(parts), part) ?? "");
    }
    if (table.key.length > 1) shown._ComputedKey = key;
    if (isClerk)
      for (const column of table.columns) if (!isReadByClerk(column, row)) delete shown[column.name];
    const names = slice?.columns ?? Object.keys(shown);
    return { ...Object.fromEntries(names.map((name) => [name, shown[name] ?? null])), _RowNumber: number };
  }
}

export function tableNamed(name: string): ModelTable {
  const table = YARD_TABLES.find((one) => one.name === name);
  if (table === undefined) throw new Error(`The model has no table "${name}".`);
  return table;
}

/** The parts joined; undefined where one is blank. */
export function keyOf({ key }: ModelTable, row: ModelRow): string | undefined {
  const parts = key.map((name) => row[name] ?? null);
  if (parts.includes(null)) return undefined;
  if (parts.length === 1) return String(parts[0]);
  return parts.map((part) => String(part).replace(/(:|\\)(?= )/gu, "$1\\")).join(": ");
}
