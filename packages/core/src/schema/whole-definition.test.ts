import { expect, test } from "vitest";
import { type AppDefinition, loadDefinition } from "./index.ts";

/** A definition with every member that there is. */
const WHOLE = `tablewright: 1
app:
  id: 3f0c8a52-6d0e-4a53-9d55-0f4f8f3f1a10
  name: Northwind
  owner: owner@example.com
  locale: en-US
  timezone: W. Europe Standard Time
  blanks: legacy
  roles: { owner@example.com: Admin }
  api:
    enabled: true
    accessKeys:
      - { name: ci, sha256: "${"AB".repeat(32)}", expires: 2027-01-01, disabled: false,
          actions: [Find, Mark Sent], tables: [Orders, open orders], runAs: false }
      - { name: dev, key: "V2-plain-key" }
    invocable: dataChange
tables:
  Orders:
    key: [Order ID]
    columns:
      Order ID: { type: Number }
      Ship Name: { type: Text, label: true }
      Freight: { type: Price, currency: "€", decimalDigits: 2 }
      Shipped Date: { type: Date, min: 1990-01-01 }
      Status: { type: Text }
      Heading: { type: Show }
  Order Details:
    key: [order id, Product ID]
    updates: IF(USERROLE() = "Admin", "ALL_CHANGES", "READ_ONLY")
    securityFilter: '[Quantity] > 0'
    withCheck: true
    rowNumbers: stable
    columns:
      Order ID: { type: Ref, table: Orders, partOf: true, enforce: true }
      Product ID: { type: Number }
      Quantity: { type: Number, min: 1, step: 1, initialValue: 1, editableIf: TRUE, showIf: true, resetIf: FALSE }
      Discount: { type: Percent, initialValue: "0" }
      Total: { type: Price, formula: "[Quantity] * (1 - [Discount])" }
      Ship To: { type: Text, virtual: true, formula: "[Order ID].[Ship Name]" }
      Status:
        type: Enum
        values: [Open, Sent]
        allowOtherValues: false
        required: true
        validIf: LIST("Open", "Sent")
        invalidMessage: '"Not " & [_THIS]'
        requiredIf: '[Quantity] > 1'
        sensitive: true
        index: true
        description: How far it is
      Tags: { type: EnumList, values: [a, b], itemType: Text, separator: " ; " }
      Changed At: { type: ChangeTimestamp, watch: { columns: [status], values: [Sent] } }
slices:
  Open Orders: { table: Orders, filter: 'ISBLANK([Shipped Date])', columns: [Order ID, Freight], updates: [edit] }
actions:
  Mark Sent: { table: Orders, condition: 'ISBLANK([Shipped Date])', set: { Shipped Date: TODAY() } }
  Close Out: { table: orders, run: [mark sent] }
  New Line: { table: Orders, addRow: { table: Order Details, set: { Order ID: "[Order ID]", product id: 1 } } }
  Drop: { table: Orders, deleteRow: true }
  All Sent: { table: Orders, onRows: { table: Orders, rows: 'FILTER("Orders", TRUE)', action: Mark Sent } }
rules:
  Tell warehouse:
    table: open orders
    on: [add, edit, delete]
    condition: '[_THISROW_BEFORE].[Status] <> [_THISROW_AFTER].[Status]'
    steps:
      - { action: mark sent }
      - webhook:
          url: https://example.com/hook
          headers: { X-From: "<<_APPNAME>>" }
          body: order <<[Order ID]>>
          secret: env:HOOK_SECRET
`;

const table = (app: AppDefinition, name: string) => app.tables.get(name) ?? expect.fail();
const column = (app: AppDefinition, of: string, name: string) =>
  table(app, of).columns.find((one) => one.name === name) ?? expect.fail();

test("the whole form of definitions is taken", () => {
  const { output, diagnostics } = loadDefinition(WHOLE, { file: "app.yaml" });
  expect(diagnostics).toEqual([
    {
      code: "definition/plain-key",
      severity: "warning",
      message: 'The access key "dev" is in the definition as plain text.',
      hint: 'Put its SHA-256 in "sha256" instead.',
      file: "app.yaml",
      line: 15,
      character: 22,
      member: "app.api.accessKeys.1.key",
    },
  ]);
  const app = output ?? expect.fail();
  expect(app.api).toEqual({
    enabled: true,
    invocable: "dataChange",
    accessKeys: [
      {
        name: "ci",
        sha256: "ab".repeat(32),
        key: undefined,
        expires: "2027-01-01",
        disabled: false,
        actions: ["Find", "Mark Sent"],
        tables: ["Orders", "Open Orders"],
        runAs: false,
        history: true,
        events: false,
        tests: false,
        undo: false,
        editDefinition: false,
      },
      {
        name: "dev",
        sha256: undefined,
        key: "V2-plain-key",
        expires: undefined,
        disabled: false,
        actions: undefined,
        tables: undefined,
        runAs: true,
        history: true,
        events: false,
        tests: false,
        undo: false,
        editDefinition: false,
      },
    ],
  });
  expect(app.roles).toEqual(new Map([["owner@example.com", "Admin"]]));
  expect([...app.tables.keys()]).toEqual(["Orders", "Order Details"]);
  expect(app.slices.get("Open Orders")?.columns.map(({ name }) => name)).toEqual(["Order ID", "Freight"]);
  expect(app.slices.get("Open Orders")?.updates).toEqual(new Set(["edit"]));
  const orders = table(app, "Orders");
  const details = table(app, "Order Details");
  const toSet = (of: string, name: string, source: string) => ({
    column: column(app, of, name),
    value: expect.objectContaining({ source, type: column(app, of, name).type }) as unknown,
  });
  expect([...app.actions.values()]).toEqual([
    {
      name: "Mark Sent",
      table: orders,
      condition: expect.objectContaining({ source: "ISBLANK([Shipped Date])", row: orders.scope }) as unknown,
      effect: { kind: "set", set: [toSet("Orders", "Shipped Date", "TODAY()")] },
    },
    {
      name: "Close Out",
      table: orders,
      condition: undefined,
      effect: { kind: "run", actions: ["Mark Sent"] },
    },
    {
      name: "New Line",
      table: orders,
      condition: undefined,
      effect: {
        kind: "addRow",
        table: details,
        set: [toSet("Order Details", "Order ID", "[Order ID]"), toSet("Order Details", "Product ID", "1")],
      },
    },
    { name: "Drop", table: orders, condition: undefined, effect: { kind: "deleteRow" } },
    {
      name: "All Sent",
      table: orders,
      condition: undefined,
      effect: {
        kind: "onRows",
        table: orders,
        rows: expect.objectContaining({ source: 'FILTER("Orders", TRUE)' }) as unknown,
        action: "Mark Sent",
      },
    },
  ]);
  const rule = app.rules.get("Tell warehouse");
  expect(rule).toEqual({
    name: "Tell warehouse",
    table: orders,
    slice: app.slices.get("Open Orders"),
    on: new Set(["add", "edit", "delete"]),
    priority: 0,
    condition: expect.objectContaining({
      source: "[_THISROW_BEFORE].[Status] <> [_THISROW_AFTER].[Status]",
    }) as unknown,
    steps: [
      { kind: "action", action: "Mark Sent" },
      {
        kind: "webhook",
        effect: {
          url: [{ kind: "text", text: "https://example.com/hook" }],
          method: "POST",
          headers: new Map([["X-From", [{ kind: "variable", name: "_APPNAME" }]]]),
          body: [
            { kind: "text", text: "order " },
            {
              kind: "value",
              expression: expect.objectContaining({ source: "[Order ID]", row: orders.scope }) as unknown,
              isHtml: false,
            },
          ],
          secret: "env:HOOK_SECRET",
          isInOrder: false,
        },
      },
    ],
  });
  expect(details.key.map(({ name }) => name)).toEqual(["Order ID", "Product ID"]);
  expect(details.updates).toEqual(new Set());
  expect(details.updatesExpression?.type).toEqual({ kind: "Text" });
  expect(details.securityFilter?.source).toBe("[Quantity] > 0");
  expect(details.withCheck).toBe(true);
  expect(details.rowNumbers).toBe("stable");
  expect(details.scope.rowNumberIndex).toBe(8);
  expect(column(app, "Order Details", "Ship To").isVirtual).toBe(true);
  expect(column(app, "Order Details", "Status").options).toMatchObject({
    values: ["Open", "Sent"],
    allowOtherValues: false,
    sensitive: true,
    index: true,
    description: "How far it is",
  });
  expect(column(app, "Order Details", "Changed At").options.watch).toEqual({
    columns: ["Status"],
    values: ["Sent"],
  });
  expect(column(app, "Order Details", "Order ID")).toMatchObject({
    type: { kind: "Ref", table: "Orders", key: { kind: "Number" } },
    columnType: { name: "Ref", storage: "integer" },
    options: { partOf: true },
  });
});
