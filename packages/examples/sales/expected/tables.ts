import { join } from "node:path";
import { readAmount } from "../../exact-amount.ts";
import { readCsv } from "../../read-csv.ts";

export type CsvRow = Readonly<Record<string, string>>;

/** The rows of the CSV files, cells as written. */
export const tables = {
  Categories: readTable("Categories"),
  Suppliers: readTable("Suppliers"),
  Carriers: readTable("Carriers"),
  Products: readTable("Products"),
  Employees: readTable("Employees"),
  Customers: readTable("Customers"),
  Orders: readTable("Orders"),
  "Order Lines": readTable("Order Lines"),
} satisfies Readonly<Record<string, readonly CsvRow[]>>;

export type TableName = keyof typeof tables;

export function cell(row: CsvRow, column: string): string {
  const text = row[column];
  if (text === undefined) throw new Error(`There is no column "${column}".`);
  return text;
}

export function amountIn(column: string): (row: CsvRow) => bigint {
  return (row) => readAmount(cell(row, column));
}

/** The one row whose cell is the text. */
export function rowWith(table: TableName, column: string, text: string): CsvRow {
  const rows: readonly CsvRow[] = tables[table];
  const [row, ...others] = rows.filter((one) => one[column] === text);
  if (row === undefined || others.length > 0) throw new Error(`${table} has not one ${column} ${text}.`);
  return row;
}

function readTable(name: string): readonly CsvRow[] {
  return readCsv(join(import.meta.dirname, "../data", `${name}.csv`));
}
