import type { EvaluationContext, Scope } from "../src/expression/parts.ts";

/** The tables that the examples of functions are about; the current row is the customer C1. */
export const exampleScope: Scope = {
  table: "Customers",
  tables: {
    Customers: { key: "ID", columns: { ID: "Text", Name: "Name", City: "Text" } },
    Orders: {
      key: "Order ID",
      columns: {
        "Order ID": "Text",
        Customer: { type: "Ref", table: "Customers" },
        Day: "Date",
        Total: "Price",
        Status: "Text",
      },
    },
  },
};

const customers = [
  { ID: "C1", Name: "Ann", City: "Oslo" },
  { ID: "C2", Name: "Ben", City: "Porto" },
  { ID: "C3", Name: "Cleo", City: "Oslo" },
];

const orders = [
  { "Order ID": "O1", Customer: "C1", Day: "2026-03-02", Total: 120, Status: "Open" },
  { "Order ID": "O2", Customer: "C2", Day: "2026-03-05", Total: 80, Status: "Paid" },
  { "Order ID": "O3", Customer: "C1", Day: "2026-03-09", Total: 200, Status: "Paid" },
  { "Order ID": "O4", Customer: "C3", Day: "2026-03-11", Total: 45, Status: "Open" },
];

export const exampleContext: EvaluationContext = {
  row: { ...customers[0], _RowNumber: 1 },
  tables: { Customers: customers, Orders: orders },
};
