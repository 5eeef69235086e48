import { readAmount, sumAmounts, writeAmount } from "../../exact-amount.ts";
import type { ExpectedFind } from "../../expected-answers.ts";
import { expectedFind } from "./expected-find.ts";
import { balanceOf, goodsOf, totalOf } from "./sums.ts";
import { amountIn, type CsvRow, cell, rowWith, tables } from "./tables.ts";

/** Orders by references, sums to the cent and days at the ends of months. */
export function findOrders(): ExpectedFind[] {
  return [
    ordersOfCustomer("00005"),
    dearestOrders("Japan"),
    balances("not fully paid", 'AND([Status] = "Shipped", [Balance] > 0)', isUnpaid),
    balances("settled", "ISNOTBLANK([Settled On])", (order) => order["Settled On"] !== ""),
    find(
      "ten cents short, to the cent",
      "[Balance] = 0.1",
      (order) => balanceOf(order) === readAmount("0.1"),
    ),
    find("0.1 and 0.2 are 0.3", "[Goods] = 0.3", (order) => goodsOf(order) === readAmount("0.3")),
    find("on a leap day", '[Ordered On] = "29/02/2024"', (order) => order["Ordered On"] === "2024-02-29"),
    find("on the last day of a month", "[Ordered On] = [Billed On]", isOnLastOfMonth),
    find("late", "[Is Late]", (order) => cell(order, "Shipped On") > cell(order, "Due On")),
    find("not shipped", "ISBLANK([Shipped On])", (order) => order["Shipped On"] === ""),
    find("referred to by a formula", '[Reference] = "=1+1"', (order) => order.Reference === "=1+1"),
    find("referred to by no date", '[Reference] = "2024-02-30"', (order) => order.Reference === "2024-02-30"),
    find("referred to in any case", '[Reference] = "NULL"', (order) => order.Reference === "null"),
  ];
}

function find(title: string, condition: string, selects: (order: CsvRow) => boolean): ExpectedFind {
  return expectedFind("Orders", `orders ${title}`, condition, tables.Orders.filter(selects));
}

function ordersOfCustomer(customer: string): ExpectedFind {
  const orders = tables.Orders.filter((order) => order.Customer === customer);
  return {
    ...expectedFind("Orders", "orders of a customer, in stored order", `[Customer] = "${customer}"`, orders),
    column: "Freight",
    sum: writeAmount(sumAmounts(orders.map(amountIn("Freight")))),
  };
}

function dearestOrders(country: string): ExpectedFind {
  const orders = tables.Orders.filter(
    (order) => rowWith("Customers", "Customer ID", cell(order, "Customer")).Country === country,
  );
  const dearest = orders.sort((a, b) => Number(totalOf(b) - totalOf(a))).slice(0, 5);
  const condition = `[Customer].[Country] = "${country.toLowerCase()}"`;
  return {
    ...expectedFind("Orders", `the five dearest orders to ${country}, dearest first`, condition, dearest),
    selector: `TOP(ORDERBY(FILTER("Orders", ${condition}), [Total], TRUE), 5)`,
    column: "Total",
    values: dearest.map((order) => Number(writeAmount(totalOf(order)))),
  };
}

/** The balances of orders that are settled come to nothing, exactly. */
function balances(title: string, condition: string, selects: (order: CsvRow) => boolean): ExpectedFind {
  return {
    ...find(title, condition, selects),
    column: "Balance",
    sum: writeAmount(sumAmounts(tables.Orders.filter(selects).map(balanceOf))),
  };
}

function isUnpaid(order: CsvRow): boolean {
  return order.Status === "Shipped" && balanceOf(order) > 0n;
}

function isOnLastOfMonth(order: CsvRow): boolean {
  const [year = 0, month = 0, day = 0] = cell(order, "Ordered On").split("-").map(Number);
  const days = [31, year % 4 === 0 ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]; // 2023 to 2025
  return day === days[month - 1];
}
