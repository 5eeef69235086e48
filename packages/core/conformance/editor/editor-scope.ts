import type { Scope } from "../../src/expression/entrances/editor.ts";

/** What the sources of the cases can name: `editor-definition.ts` has the same as a definition. */
export const editorScope: Scope = {
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
        Status: { type: "Enum", values: ["Open", "Sent"] },
        Customer: { type: "Ref", table: "Customers" },
      },
    },
    "Order Details": { key: "ID", columns: { ID: "Text", Amount: "Price" } },
    Customers: {
      key: "ID",
      columns: {
        ID: "Text",
        Name: "Text",
        "Related Orders": { type: "List", itemType: "Ref", table: "Orders" },
      },
    },
  },
  slices: { "Open Orders": { table: "Orders", filter: "[Price] > 0" } },
};
