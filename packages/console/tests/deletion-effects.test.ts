import type { DescribedTable } from "@tablewright/core";
import { compile } from "@tablewright/core/expression";
import { expect, test } from "vitest";
import { deletionEffects } from "../src/page/form/deletion-effects.ts";

const ref = (name: string, table: string, rest: object) => ({ name, table, ...rest });
const schemas = [
  { name: "Customers", key: ["Id"], columns: [] },
  { name: "Orders", key: ["Order"], columns: [ref("Customer", "Customers", { onDelete: "delete" })] },
  {
    name: "Lines",
    key: ["Order", "Line"],
    columns: [ref("Order", "Orders", { partOf: true }), ref("Again", "Lines", { onDelete: "delete" })],
  },
  {
    name: "Notes",
    key: ["Note"],
    columns: [
      ref("Line", "Lines", { onDelete: "clear" }),
      ref("Customer", "Customers", { onDelete: "clear" }),
    ],
  },
  { name: "Bills", key: ["Bill"], columns: [ref("Customer", "Customers", { onDelete: "restrict" })] },
] as unknown as readonly DescribedTable[];

const KEYS = "[_PARAM].[keys]";
const ORDERS = `IN([Customer], ${KEYS})`;
const LINES = `IN([Order], SELECT(Orders[Order], ${ORDERS}))`;

test("what a deletion does goes from table to table, and each is listed once", () => {
  expect(deletionEffects(schemas, "Customers")).toEqual([
    { table: "Orders", condition: ORDERS, effect: "delete" },
    { table: "Lines", condition: LINES, effect: "delete" },
    {
      table: "Notes",
      condition: `OR(IN([Line], SELECT(Lines[_ComputedKey], ${LINES})), IN([Customer], ${KEYS}))`,
      effect: "clear",
    },
  ]);
  expect(deletionEffects(schemas, "Notes")).toEqual([]);
});

test("its conditions are of the language", () => {
  const scope = {
    selector: true,
    tables: {
      Customers: { key: "Id", columns: { Id: "Text" } },
      Orders: {
        key: "Order",
        columns: { Order: "Number", Customer: { type: "Ref", table: "Customers" } },
      },
      Lines: {
        key: ["Order", "Line"],
        columns: { Order: { type: "Ref", table: "Orders" }, Line: "Number" },
      },
    },
  };
  const { diagnostics } = compile(`FILTER("Lines", ${LINES.replace(KEYS, 'LIST("a")')})`, scope);
  expect(diagnostics).toEqual([]);
});
