import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Scope } from "../context/scope.ts";
import { complete } from "../index.ts";

const scope: Scope = {
  table: "Orders",
  this: "Price",
  tables: {
    Orders: {
      key: "Order ID",
      columns: {
        "Order ID": "Text",
        Price: "Price",
        Quantity: "Number",
        Placed: "Date",
        Customer: { type: "Ref", table: "Customers" },
      },
    },
    "Order Details": { key: "ID", columns: { ID: "Text", Amount: "Price" } },
    Customers: { key: "ID", columns: { ID: "Text", Name: "Text" } },
  },
  slices: { "Open Orders": { table: "Orders", filter: "[Price] > 0" } },
};

/** The answer where "|" is in the source: what is replaced and the first things that are offered. */
function at(marked: string, count = 3) {
  const offset = marked.indexOf("|");
  const source = marked.replace("|", "");
  const { start, end, completions } = complete(source, offset, scope);
  return {
    replaced: source.slice(start, end),
    offered: completions.slice(0, count).map(({ insert }) => insert),
  };
}

describe("what is offered first", () => {
  test.each([
    ["[Pr|", "Pr", ["Price]"]],
    ["[Pr|ice] + 1", "Price]", ["Price]"]],
    ["[|", "", ["Order ID]", "Price]", "Quantity]"]],
    ["[Customer].[|", "", ["ID]", "Name]"]],
    ['FILTER("|', "", ["Orders", "Order Details", "Customers"]],
    ['FILTER("Customers", [|', "", ["ID]", "Name]", "_THISROW]"]],
    ["CONTAINS('(', [|", "", ["Order ID]", "Customer]"]],
    ["CONTAINS('it''s [', [|", "", ["Order ID]", "Customer]"]],
    ["FILTER('Cust|", "Cust", ["Customers"]],
    ["SUM(SELECT(Order D|", "Order D", ["Order Details["]],
    ["Order |", "Order ", ["[Order ID]", "Order Details["]],
    ['FILTER("Customers", TRUE)[|', "", ["ID]", "Name]"]],
    ["Order Details[|", "", ["ID]", "Amount]"]],
    ["ISNOT|", "ISNOT", ["ISNOTBLANK("]],
    ["[Price] > |", "", ["[Price]", "[Quantity]"]],
    ["[Placed] > |", "", ["[Placed]"]],
    ["AND([Price] > 1, [Placed] = |", "", ["[Placed]"]],
  ])("%s", (marked, replaced, offered) => {
    const answer = at(marked, offered.length);
    expect(answer).toEqual({ replaced, offered });
  });

  test("a column of the rows of a call is none of the current row", () => {
    expect(at('FILTER("Customers", TRUE)[|', 9).offered).toEqual(["ID]", "Name]"]);
  });

  test("completing a source gives one that reads", () => {
    const { completions, start, end } = complete('COUNT(FILTER("Open ", TRUE))', 19, scope);
    expect(start).toBe(14);
    expect(completions[0]?.insert).toBe("Open Orders");
    expect(end).toBe(19);
  });
});

test("never throws, whatever is typed and wherever the cursor stands", () => {
  const piece = fc.constantFrom(
    "[",
    "]",
    "(",
    ")",
    '"',
    "'",
    ",",
    ".",
    "=",
    "Order",
    " ",
    "FILTER(",
    "[Customer]",
    "AND(",
    "{",
    "1",
    "\0",
    "🚢",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), fc.integer({ min: -2, max: 80 }), (pieces, offset) => {
      const { start, end } = complete(pieces.join(""), offset, scope);
      expect(start).toBeLessThanOrEqual(end);
    }),
  );
});
