/**
 * Computes expected.json only from the CSV files, without any Tablewright code, so that the two can disagree.
 * Run it from the root:
 *   npx node packages/examples/sales/compute-expected.ts > packages/examples/sales/expected.json && npm run format
 */
import { sumAmounts, writeAmount } from "../exact-amount.ts";
import type { ExpectedAnswers } from "../expected-answers.ts";
import { findOrders } from "./expected/find-orders.ts";
import { findOthers } from "./expected/find-others.ts";
import { newLines } from "./expected/new-lines.ts";
import { balanceOf, goodsOf, lineTax, lineTotal, openBalance, taxOf, totalOf } from "./expected/sums.ts";
import { amountIn, type CsvRow, type TableName, tables } from "./expected/tables.ts";
import { visibleRows } from "./expected/visible-rows.ts";
import { wholeRows } from "./expected/whole-rows.ts";

const answers = {
  about: "Made by compute-expected.ts from the CSV files alone.",
  rowCounts: Object.fromEntries(Object.entries(tables).map(([name, rows]) => [name, rows.length])),
  sums: [
    sumOf("Order Lines", "Line Total", lineTotal),
    sumOf("Order Lines", "Line Tax", lineTax),
    sumOf("Orders", "Freight", amountIn("Freight")),
    sumOf("Orders", "Paid", amountIn("Paid")),
    sumOf("Orders", "Goods", goodsOf),
    sumOf("Orders", "Tax", taxOf),
    sumOf("Orders", "Total", totalOf),
    sumOf("Orders", "Balance", balanceOf),
    sumOf("Customers", "Open Balance", openBalance),
  ],
  finds: [...findOrders(), ...findOthers()],
  newRows: newLines("7101", [
    { Line: "3", Product: "ROP-0002", Quantity: "2.7", "Unit Price": "0.35", Discount: "0.333" },
    { Line: "4", Product: "CHA-0001", Quantity: "3", "Unit Price": "0.1", Discount: "0" },
    { Line: "5", Product: "GAL-0005", Quantity: "7", "Unit Price": "12.15", Discount: "0.125" },
  ]),
  wholeRows: wholeRows(),
  visible: visibleRows(),
} satisfies ExpectedAnswers & { visible: unknown };
console.log(JSON.stringify(answers, null, 2));

function sumOf(table: TableName, column: string, amountOf: (row: CsvRow) => bigint) {
  return { table, column, sum: writeAmount(sumAmounts(tables[table].map(amountOf))) };
}
