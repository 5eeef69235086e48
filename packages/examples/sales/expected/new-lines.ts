import { writeAmount } from "../../exact-amount.ts";
import type { ExpectedNewRows } from "../../expected-answers.ts";
import { computedKey } from "./expected-find.ts";
import { lineTotal } from "./sums.ts";
import { type CsvRow, tables } from "./tables.ts";
import { typedCells } from "./typed-cells.ts";

/** Lines that the order does not have yet. */
export function newLines(order: string, lines: readonly CsvRow[]): ExpectedNewRows {
  const present = tables["Order Lines"].filter((line) => line["Order ID"] === order);
  const taken = lines.find((line) => present.some((other) => other.Line === line.Line));
  if (taken !== undefined) throw new Error(`Order ${order} has line ${taken.Line} already.`);
  const rows = lines.map((line) => ({ "Order ID": order, ...line }));
  return {
    table: "Order Lines",
    rows: rows.map((row) => typedCells(row)),
    key: "_ComputedKey",
    keys: rows.map((row) => computedKey(row)),
    column: "Line Total",
    values: rows.map((row) => Number(writeAmount(lineTotal(row)))),
    selector: `FILTER("Order Lines", [Order ID] = ${order})`,
    countBefore: present.length,
  };
}
