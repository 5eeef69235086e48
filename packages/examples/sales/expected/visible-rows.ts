import { type CsvRow, cell, tables } from "./tables.ts";

/** How many orders and lines each employee sees: their own, those of the people they lead, an Admin all. */
export function visibleRows() {
  return tables.Employees.map((employee) => {
    const orders = tables.Orders.filter((order) => isVisible(order, employee));
    const ids = new Set(orders.map((order) => order["Order ID"]));
    const lines = tables["Order Lines"].filter((line) => ids.has(line["Order ID"]));
    return { email: cell(employee, "Email"), orders: orders.length, lines: lines.length };
  });
}

const ADMIN = "thora.nunez@skerry.example";

function isVisible(order: CsvRow, { Email, "Employee ID": id }: CsvRow): boolean {
  const taker = tables.Employees.find((row) => row["Employee ID"] === order.Employee);
  return Email === ADMIN || taker?.["Employee ID"] === id || taker?.Manager === id;
}
