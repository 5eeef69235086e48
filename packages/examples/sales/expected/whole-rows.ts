import { writeAmount } from "../../exact-amount.ts";
import type { ExpectedRow } from "../../expected-answers.ts";
import { computedKey } from "./expected-find.ts";
import { balanceOf, goodsOf, lineTax, lineTotal, taxOf, totalOf } from "./sums.ts";
import { type CsvRow, type TableName, tables } from "./tables.ts";
import { typedCells } from "./typed-cells.ts";

/**
 * Rows as `wire: spec` gives them in Locale en-GB: the columns of the files and amounts that are computed. Among them are
 * the rows with the oddest texts: quotes, commas, line breaks, other scripts, formulas, blank cells.
 */
export function wholeRows(): Record<string, readonly ExpectedRow[]> {
  return {
    Categories: wireRows("Categories", (row) => row.About === "" || String(row.About).includes('"')),
    Suppliers: wireRows("Suppliers", ({ Country }) => Country === "Japan" || Country === "Namibia"),
    Carriers: wireRows("Carriers", () => true),
    Products: wireRows("Products", ({ Name, Tags }) => /["提]/u.test(`${Name}`) || /,/u.test(`${Tags}`)),
    Employees: wireRows("Employees", (row) => row.Region === "" || row["Left On"] !== ""),
    Customers: wireRows("Customers", ({ Name }) => ODD_NAME.test(String(Name))),
    Orders: wireRows("Orders", (row) => ["7011", "7101", "7201"].includes(String(row["Order ID"]))),
    "Order Lines": wireRows("Order Lines", ({ Discount }) => Discount === "1"),
  };
}

const ODD_NAME = /["\\=;%<[🚣]|^-|^N\/A|^1e5|^True$|止/u;

function wireRows(table: TableName, selects: (row: CsvRow) => boolean): readonly ExpectedRow[] {
  const rows: readonly CsvRow[] = tables[table];
  return rows.flatMap((row, index) =>
    selects(row) ? [{ _RowNumber: index + 1, ...typedCells(row), ...computedCells(table, row) }] : [],
  );
}

function computedCells(table: TableName, row: CsvRow): Record<string, string | number> {
  if (table === "Orders") {
    return mapAmounts({
      Goods: goodsOf(row),
      Tax: taxOf(row),
      Total: totalOf(row),
      Balance: balanceOf(row),
    });
  }
  if (table !== "Order Lines") return {};
  return {
    ...mapAmounts({ "Line Total": lineTotal(row), "Line Tax": lineTax(row) }),
    _ComputedKey: computedKey(row),
  };
}

function mapAmounts(amounts: Readonly<Record<string, bigint>>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(amounts).map(([column, amount]) => [column, Number(writeAmount(amount))]),
  );
}
