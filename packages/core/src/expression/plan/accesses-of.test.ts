import { describe, expect, test } from "vitest";
import { check } from "../check/check.ts";
import { readScope } from "../read-scope.ts";
import { accessesOf } from "./accesses-of.ts";

const scope = readScope({
  table: "Orders",
  tables: {
    Orders: {
      key: "ID",
      columns: { ID: "Text", Total: "Price", Customer: { type: "Ref", table: "Customers" } },
    },
    Lines: {
      key: "ID",
      columns: {
        ID: "Text",
        Order: { type: "Ref", table: "Orders" },
        Product: { type: "Ref", table: "Products" },
        Amount: "Number",
      },
    },
    Products: { key: "SKU", columns: { SKU: "Text", Name: "Text" } },
    Customers: { key: "ID", columns: { ID: "Text", Name: "Text" } },
  },
});

function accessesIn(source: string): string[] {
  const { output, diagnostics } = check(source, scope);
  if (output === undefined) throw new Error(JSON.stringify(diagnostics));
  return accessesOf(output).map(({ table, rows, from, slot }) => {
    const bound = rows.by === "column" ? `column ${table.columns[rows.column]?.name}` : rows.by;
    return `${table.name} by ${bound} from ${from} in ${slot}`;
  });
}

describe("the rows of other tables that an expression can need", () => {
  test.each([
    ["[Total] * 2", []],
    ["[Customer].[Name]", ["Customers by key from 0 in 1"]],
    ["SUM(SELECT(Lines[Amount], [Order] = [_THISROW].[ID]))", ["Lines by column Order from 0 in 1"]],
    [
      "COUNT(SELECT(Lines[Amount], AND([Amount] > 1, [_THISROW] = [Order])))",
      ["Lines by column Order from 0 in 1"],
    ],
    ["COUNT(SELECT(Lines[Amount], [Amount] > [_THISROW].[Total]))", ["Lines by nothing from 0 in 1"]],
    [
      'COUNT(FILTER("Lines", AND([Order] = [_THISROW], [Product].[Name] = "x")))',
      ["Lines by column Order from 0 in 1", "Products by key from 1 in 2"],
    ],
    [
      "SELECT(Orders[ID], COUNT(SELECT(Lines[ID], [Order] = [_THISROW-1].[ID])) > 2)",
      ["Orders by nothing from 0 in 1", "Lines by column Order from 1 in 2"],
    ],
    [
      'ORDERBY(FILTER("Orders", TRUE), [Customer].[Name])',
      ["Orders by key from 0 in 1", "Orders by nothing from 0 in 1", "Customers by key from 1 in 2"],
    ],
  ])("%s", (source, expected) => {
    expect(accessesIn(source)).toEqual(expected);
  });
});
