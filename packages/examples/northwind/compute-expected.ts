/**
 * Computes expected.json only from the CSV files, without any Tablewright code, so that the two can disagree.
 * Run it, with the folder of the Northwind CSV files as its argument, from the root:
 *   npx node packages/examples/northwind/compute-expected.ts ../shared/data/northwind > packages/examples/northwind/expected.json && npm run format
 */
import { join } from "node:path";
import { complementOf, multiplyAmounts, readAmount, sumAmounts, writeAmount } from "../exact-amount.ts";
import type { ExpectedAnswers, ExpectedFind, ExpectedNewRows } from "../expected-answers.ts";
import { readCsv } from "../read-csv.ts";

type CsvRow = Record<string, string>;

const folder = process.argv[2];
if (folder === undefined) throw new Error("Name the folder of the Northwind CSV files.");

const tables = {
  Categories: readTable("Categories"),
  Suppliers: readTable("Suppliers"),
  Products: readTable("Products"),
  Customers: readTable("Customers"),
  Employees: readTable("Employees"),
  Shippers: readTable("Shippers"),
  Orders: readTable("Orders"),
  "Order Details": readTable("Order Details"),
};

const answers: ExpectedAnswers = {
  about: "Made by compute-expected.ts from the CSV files alone.",
  rowCounts: Object.fromEntries(Object.entries(tables).map(([name, rows]) => [name, rows.length])),
  sums: [
    {
      table: "Order Details",
      column: "Line Total",
      sum: writeAmount(sumAmounts(tables["Order Details"].map(lineTotal))),
    },
  ],
  finds: [ordersOfCustomer("ALFKI"), dearestFreights(), discountedLines()],
  newRows: newLines("10248", [
    { "Product ID": "1", "Unit Price": "18", Quantity: "7", Discount: "0.15" },
    { "Product ID": "38", "Unit Price": "263.5", Quantity: "3", Discount: "0.05" },
    { "Product ID": "5", "Unit Price": "21.35", Quantity: "11", Discount: "0.03" },
  ]),
  wholeRows: wholeRows(),
};
console.log(JSON.stringify(answers, null, 2));

/** The orders of one customer in file order, and what their freight comes to. */
function ordersOfCustomer(customer: string): ExpectedFind {
  const orders = tables.Orders.filter((order) => order["Customer ID"] === customer);
  return {
    title: "the orders of a customer, in stored order",
    table: "Orders",
    selector: `FILTER("Orders", [Customer ID] = "${customer}")`,
    count: orders.length,
    key: "Order ID",
    keys: orders.map((order) => Number(order["Order ID"])),
    column: "Freight",
    sum: writeAmount(sumAmounts(orders.map((order) => amountOf(order, "Freight")))),
  };
}

function dearestFreights(): ExpectedFind {
  const orders = tables.Orders.filter(
    (order) =>
      cell(order, "Ship Country").toLowerCase() === "germany" &&
      amountOf(order, "Freight") > readAmount("50") &&
      cell(order, "Order Date") >= "1998-01-01",
  )
    .sort((a, b) => Number(amountOf(b, "Freight") - amountOf(a, "Freight")))
    .slice(0, 5);
  return {
    title: "the five dearest freights to Germany in 1998, dearest first",
    table: "Orders",
    selector:
      'TOP(ORDERBY(FILTER("Orders", AND([Ship Country] = "germany", [Freight] > 50, [Order Date] >= "01/01/1998")), [Freight], TRUE), 5)',
    count: orders.length,
    key: "Order ID",
    keys: orders.map((order) => Number(order["Order ID"])),
    column: "Freight",
    values: orders.map((order) => Number(order.Freight)),
  };
}

function discountedLines(): ExpectedFind {
  const lines = tables["Order Details"].filter((line) => amountOf(line, "Discount") >= readAmount("0.2"));
  return {
    title: "lines by their computed keys",
    table: "Order Details",
    selector: "SELECT(Order Details[_ComputedKey], [Discount] >= 0.2, TRUE)",
    count: lines.length,
    key: "_ComputedKey",
    keys: lines.map((line) => computedKey(line)),
  };
}

/** Lines that the order does not have yet. */
function newLines(order: string, lines: CsvRow[]): ExpectedNewRows {
  const present = tables["Order Details"].filter((line) => line["Order ID"] === order);
  const taken = lines.find((line) => present.some((other) => other["Product ID"] === line["Product ID"]));
  if (taken !== undefined) throw new Error(`Order ${order} has product ${taken["Product ID"]} already.`);
  const rows = lines.map((line) => ({ "Order ID": order, ...line }));
  return {
    table: "Order Details",
    rows: rows.map((row) => typedCells(row)),
    key: "_ComputedKey",
    keys: rows.map((row) => computedKey(row)),
    column: "Line Total",
    values: rows.map((row) => Number(writeAmount(lineTotal(row)))),
    selector: `FILTER("Order Details", [Order ID] = ${order})`,
    countBefore: present.length,
  };
}

/**
 * Rows as `wire: spec` gives them in Locale en-US: their declared columns. Tables that others refer to answer their
 * `Related …` columns besides, once those exist.
 */
function wholeRows() {
  const lines = tables["Order Details"];
  return {
    Categories: [1, 8].map((number) => wireRow("Categories", number)),
    Suppliers: [5, 6].map((number) => wireRow("Suppliers", number)),
    Products: [1, 38].map((number) => wireRow("Products", number)),
    Customers: [1, 37].map((number) => wireRow("Customers", number)),
    Employees: [1, 2].map((number) => wireRow("Employees", number)),
    Orders: [1, tables.Orders.findIndex((order) => order["Shipped Date"] === "") + 1].map((number) =>
      wireRow("Orders", number),
    ),
    "Order Details": [
      1,
      lines.findIndex((line) => lineTotal(line) % readAmount("0.01") !== 0n) + 1,
      lines.length,
    ].map((number) => wireRow("Order Details", number)),
  };
}

function wireRow(table: keyof typeof tables, number: number) {
  const row = tables[table][number - 1];
  if (row === undefined) throw new Error(`${table} has no row ${number}.`);
  const cells = { _RowNumber: number, ...typedCells(row) };
  if (table !== "Order Details") return cells;
  return { ...cells, "Line Total": Number(writeAmount(lineTotal(row))), _ComputedKey: computedKey(row) };
}

/** Numbers as numbers, dates as MM/DD/YYYY, everything else as it stands. Codes that look like numbers stay text. */
function typedCells(row: CsvRow): Record<string, string | number> {
  const texts = /Postal Code|Phone|Fax|Extension|Address|Name|Customer ID/;
  return Object.fromEntries(
    Object.entries(row).map(([column, text]) => {
      const isNumber = !texts.test(column) && /^\d+(\.\d+)?$/.test(text);
      const date = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
      if (date) return [column, `${date[2]}/${date[3]}/${date[1]}`];
      return [column, isNumber ? Number(text) : text];
    }),
  );
}

function computedKey(line: CsvRow): string {
  return `${line["Order ID"]}: ${line["Product ID"]}`;
}

function lineTotal(line: CsvRow): bigint {
  return multiplyAmounts(
    amountOf(line, "Unit Price"),
    amountOf(line, "Quantity"),
    complementOf(amountOf(line, "Discount")),
  );
}

function amountOf(row: CsvRow, column: string): bigint {
  return readAmount(cell(row, column));
}

function cell(row: CsvRow, column: string): string {
  const text = row[column];
  if (text === undefined) throw new Error(`There is no column "${column}".`);
  return text;
}

function readTable(name: string): CsvRow[] {
  return readCsv(join(String(folder), `${name}.csv`));
}
