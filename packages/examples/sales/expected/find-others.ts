import { readAmount } from "../../exact-amount.ts";
import type { ExpectedFind } from "../../expected-answers.ts";
import { expectedFind } from "./expected-find.ts";
import { openBalance } from "./sums.ts";
import { amountIn, type CsvRow, cell, tables } from "./tables.ts";

const { Customers: customers, Products: products, "Order Lines": lines } = tables;

/** Lines, customers and products by fractions, hostile names, blank cells, Refs and lists. */
export function findOthers(): ExpectedFind[] {
  return [
    {
      ...findLines("by their computed keys", "", (line) => amountIn("Discount")(line) >= readAmount("0.2")),
      selector: "SELECT(Order Lines[_ComputedKey], [Discount] >= 0.2, TRUE)",
    },
    findLines("of a fraction", "[Quantity] <> ROUND([Quantity])", (line) =>
      cell(line, "Quantity").includes("."),
    ),
    findCustomers("with an apostrophe", `CONTAINS([Name], "'")`, (row) => cell(row, "Name").includes("'")),
    findCustomers("named in any case", '[Name] = "café ébène"', ({ Name }) =>
      ["Café Ébène", "CAFÉ ÉBÈNE"].includes(String(Name)),
    ),
    findCustomers("in another script", '[City] = "函館"', ({ City }) => City === "函館"),
    findCustomers("without an email address", "ISBLANK([Email])", ({ Email }) => Email === ""),
    findCustomers("since a leap day", "AND(MONTH([Since]) = 2, DAY([Since]) = 29)", ({ Since }) =>
      String(Since).endsWith("-02-29"),
    ),
    findCustomers(
      "whose manager is gone",
      "AND(ISNOTBLANK([Account Manager]), ISBLANK([Account Manager].[Email]))",
      (row) => row["Account Manager"] !== "" && !isEmployee(cell(row, "Account Manager")),
    ),
    findCustomers("over their limit", "[Over Limit]", isOverLimit),
    findProducts("by one of their tags", 'IN("heavy", [Tags])', (row) =>
      cell(row, "Tags").split(" , ").includes("heavy"),
    ),
    findProducts(
      "with little margin",
      "[Margin] < 0.25",
      (row) => 4n * profitOf(row) < amountIn("Price")(row),
    ),
  ];
}

function findLines(title: string, condition: string, selects: (row: CsvRow) => boolean): ExpectedFind {
  return expectedFind("Order Lines", `lines ${title}`, condition, lines.filter(selects));
}

function findCustomers(title: string, condition: string, selects: (row: CsvRow) => boolean): ExpectedFind {
  return expectedFind("Customers", `customers ${title}`, condition, customers.filter(selects));
}

function findProducts(title: string, condition: string, selects: (row: CsvRow) => boolean): ExpectedFind {
  return expectedFind("Products", `products ${title}`, condition, products.filter(selects));
}

function isEmployee(id: string): boolean {
  return tables.Employees.some((row) => row["Employee ID"] === id);
}

function isOverLimit(customer: CsvRow): boolean {
  return customer["Credit Limit"] !== "" && openBalance(customer) > amountIn("Credit Limit")(customer);
}

function profitOf(product: CsvRow): bigint {
  return amountIn("Price")(product) - amountIn("Cost")(product);
}
