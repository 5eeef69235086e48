/** Amounts of lines, orders and customers, exact. */
import { complementOf, multiplyAmounts, roundToCents, sumAmounts } from "../../exact-amount.ts";
import { amountIn, type CsvRow, cell, rowWith, tables } from "./tables.ts";

const linesByOrder = Map.groupBy(tables["Order Lines"], (line) => line["Order ID"]);
const ordersByCustomer = Map.groupBy(tables.Orders, (order) => order.Customer);

export function lineTotal(line: CsvRow): bigint {
  const undiscounted = complementOf(amountIn("Discount")(line));
  return multiplyAmounts(amountIn("Unit Price")(line), amountIn("Quantity")(line), undiscounted);
}

export function lineTax(line: CsvRow): bigint {
  const product = rowWith("Products", "SKU", cell(line, "Product"));
  const category = rowWith("Categories", "Category", cell(product, "Category"));
  return multiplyAmounts(lineTotal(line), amountIn("Tax")(category));
}

export function goodsOf(order: CsvRow): bigint {
  return sumAmounts((linesByOrder.get(order["Order ID"]) ?? []).map(lineTotal));
}

export function taxOf(order: CsvRow): bigint {
  return sumAmounts((linesByOrder.get(order["Order ID"]) ?? []).map(lineTax));
}

export function totalOf(order: CsvRow): bigint {
  return roundToCents(goodsOf(order) + taxOf(order) + amountIn("Freight")(order));
}

export function balanceOf(order: CsvRow): bigint {
  return order.Status === "Cancelled" ? 0n : totalOf(order) - amountIn("Paid")(order);
}

export function openBalance(customer: CsvRow): bigint {
  return sumAmounts((ordersByCustomer.get(customer["Customer ID"]) ?? []).map(balanceOf));
}
