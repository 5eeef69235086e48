import type { ExpectedFind } from "../../expected-answers.ts";
import { type CsvRow, cell, type TableName } from "./tables.ts";

type FindTable = "Orders" | "Order Lines" | "Customers" | "Products";

/** Of more rows than this only their number is compared. */
const KEYS_SHOWN = 40;

/** The rows of a table that a condition selects, by their keys. */
export function expectedFind(
  table: FindTable & TableName,
  title: string,
  condition: string,
  rows: readonly CsvRow[],
): ExpectedFind {
  const find = { title, table, selector: `FILTER("${table}", ${condition})`, count: rows.length };
  if (rows.length > KEYS_SHOWN) return find;
  return { ...find, key: KEYS[table], keys: rows.map((row) => keyOf(table, row)) };
}

/** The key of a line as `_ComputedKey` has it. */
export function computedKey(line: CsvRow): string {
  return `${cell(line, "Order ID")}: ${cell(line, "Line")}`;
}

const KEYS: Readonly<Record<FindTable, string>> = {
  Orders: "Order ID",
  "Order Lines": "_ComputedKey",
  Customers: "Customer ID",
  Products: "SKU",
};

function keyOf(table: FindTable, row: CsvRow): string | number {
  if (table === "Order Lines") return computedKey(row);
  const key = cell(row, KEYS[table]);
  return table === "Orders" ? Number(key) : key;
}
