/** What the definition of the sales example promises: who sees what, which rows are valid, what actions and rules do. */
import { join } from "node:path";
import type { Engine, EngineRequest, ResultRow, WebhookCall } from "@tablewright/core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fillEngine } from "../fill-engine.ts";
import expected from "./expected.json" with { type: "json" };

const here = import.meta.dirname;
let engine: Engine;
beforeAll(async () => {
  engine = await fillEngine(join(here, "app.yaml"), join(here, "data"));
});
afterAll(() => engine?.close());

test("employees see their own orders and those of the people they lead, an Admin sees all", async () => {
  for (const { email, orders, lines } of expected.visible) {
    const properties = { RunAsUserEmail: email };
    const counts = [
      (await rowsOf({ action: "Find", table: "Orders", properties })).length,
      (await rowsOf({ action: "Find", table: "Order Lines", properties })).length,
    ];
    expect([email, ...counts]).toEqual([email, orders, lines]);
  }
});

test("slices show what their filters select", async () => {
  const { count } = expected.finds.find(({ title }) => title === "orders not fully paid") ?? expect.fail();
  expect(await rowsOf({ action: "Find", table: "Unpaid Orders" })).toHaveLength(count);
  const open = await rowsOf({ action: "Find", table: "Open Orders" });
  expect(new Set(open.map((row) => row.Status))).toEqual(new Set(["Open", "Packed"]));
  const low = await rowsOf({ action: "Find", table: "Low Stock" });
  const isLow = (row: ResultRow) =>
    Number(row.Stock) + Number(row["On Order"]) < Number(row["Reorder Level"]);
  expect(low.length).toBeGreaterThan(0);
  expect(low.every(isLow)).toBe(true);
});

test("1000.10 of which 1000 are paid: nine cents do not settle the order, one more does", async () => {
  const order = { "Order ID": 7201 };
  const pay = (amount: number) =>
    rowsOf({
      action: "Record Payment",
      table: "Orders",
      rows: [order],
      properties: { Inputs: { Amount: amount } },
    });
  const [before] = await rowsOf({ action: "Find", table: "Orders", rows: [order] });
  expect(before).toMatchObject({ Total: 1000.1, Paid: 1000, Balance: 0.1, "Settled On": null });
  const [nearly] = await pay(0.09);
  expect(nearly).toMatchObject({ Paid: 1000.09, Balance: 0.01, "Settled On": null });
  const [settled] = await pay(0.01);
  expect(settled).toMatchObject({ Paid: 1000.1, Balance: 0, "Settled On": expect.any(String) });
});

test("an order is entered with its lines at once, read with its customer and products, and undone as a whole", async () => {
  const lines = [1, 2].map((Line) => ({
    "Order ID": { $ref: "#/0/Rows/0/Order ID" },
    Line,
    Product: "ROP-0001",
    Quantity: 2.5,
    "Unit Price": 0.2,
  }));
  const result = await engine.batch({
    calls: [
      { action: "Add", table: "Orders", rows: [{ "Order ID": 9002, Customer: "00003", Employee: 3 }] },
      { action: "Add", table: "Order Lines", rows: lines },
      {
        action: "Find",
        table: "Orders",
        rows: [{ "Order ID": 9002 }],
        properties: {
          Columns: ["Goods"],
          Expand: [
            { Path: "Customer", Columns: ["Name"] },
            { Path: "Related Order Lines", Columns: ["Line Total"], Limit: 1 },
            { Path: "Related Order Lines.Product", Columns: ["Category"] },
          ],
        },
      },
    ],
  });
  if (!result.ok) throw new Error(JSON.stringify(result.diagnostics));
  expect(result.answers[2]?.rows).toEqual([
    {
      Goods: 1,
      _Expanded: {
        Customer: { Name: "Null & Søn" },
        "Related Order Lines": [{ "Line Total": 0.5, _Expanded: { Product: { Category: "ROP" } } }],
      },
    },
  ]);
  expect(await engine.undo({ call: String(result.call) })).toMatchObject({ ok: true });
  expect(await rowsOf({ action: "Find", table: "Orders", rows: [{ "Order ID": 9002 }] })).toEqual([]);
});

test("an order is entered, packed, shipped with a webhook to its carrier, and ordered again", async () => {
  const order = { "Order ID": 9001, Customer: "00003", Employee: 3 };
  const [entered] = await rowsOf({ action: "Add", table: "Orders", rows: [order] });
  expect(entered).toMatchObject({ ...order, Status: "Open", Total: 0 });
  const line = {
    "Order ID": 9001,
    Line: 1,
    Product: "ROP-0001",
    Quantity: 2.5,
    "Unit Price": 0.2,
    Discount: 0.025,
  };
  const [added] = await rowsOf({ action: "Add", table: "Order Lines", rows: [line] });
  expect(added).toMatchObject({ "Line Total": 0.4875, "Line Tax": 0.112125 });
  const rows = [{ "Order ID": 9001 }];
  const properties = { Inputs: { Carrier: "GULL" } };
  const [shipped] = await rowsOf({ action: "Pack And Ship", table: "Orders", rows, properties });
  expect(shipped).toMatchObject({ Status: "Shipped", Carrier: "GULL", Total: 0.6, Balance: 0.6 });
  const [event] = await engine.listEvents({ limit: 10 });
  const call = event?.payload as WebhookCall;
  expect(call.url).toBe("https://carriers.example.com/GULL/pickups");
  expect(JSON.parse(call.body ?? "")).toEqual({
    order: 9001,
    to: "Null & Søn, Wismar",
    lines: 1,
    total: 0.6,
    by: "owner@example.com",
  });
  await rowsOf({ action: "Order Again", table: "Orders", rows });
  const [again] = await rowsOf({ action: "Find", table: "Orders", rows: [{ "Order ID": 9002 }] });
  expect(again).toMatchObject({ Customer: "00003", Status: "Open", Note: "As 9001", Total: 0 });
});

test("stock that falls under its level is ordered", async () => {
  const rows = [{ SKU: "CHA-0001", Stock: 3 }];
  const [pencil] = await rowsOf({ action: "Edit", table: "Products", rows });
  expect(pencil).toMatchObject({ Stock: 3, "On Order": 50 });
});

test.each([
  [
    "a fraction of a piece",
    "Order Lines",
    { "Order ID": 7101, Line: 9, Product: "CHA-0001", Quantity: 0.5, "Unit Price": 0.1 },
    "rule/valid-if",
    "Chart pencil, HB is sold by the whole piece.",
  ],
  [
    "a product that is not there",
    "Order Lines",
    { "Order ID": 7101, Line: 9, Product: "CHA-9999", "Unit Price": 0.1 },
    "cell/no-such-row",
    "",
  ],
  [
    "a due day before the order",
    "Orders",
    { "Order ID": 9001, Customer: "00001", Employee: 3, "Ordered On": "01/03/2024", "Due On": "29/02/2024" },
    "rule/valid-if",
    "Due on 29/02/2024 but ordered on 01/03/2024.",
  ],
  [
    "the thirtieth of February",
    "Orders",
    { "Order ID": 9001, Customer: "00001", Employee: 3, "Ordered On": "30/02/2024" },
    "cell/unreadable",
    "",
  ],
  [
    "goods sold under their cost",
    "Products",
    { SKU: "CHA-0099", Name: "Ruler", Category: "CHA", Supplier: 14, Price: 1, Cost: 1.01 },
    "rule/valid-if",
    "It would sell at ",
  ],
])("%s is refused", async (_, table, row, code, sentence) => {
  const result = await engine.execute({ action: "Add", table, rows: [row] });
  if (result.ok) expect.fail("The row was taken.");
  expect(result.diagnostics.map((one) => one.code)).toEqual([code]);
  expect(result.diagnostics[0]?.message).toContain(sentence);
});

async function rowsOf(request: EngineRequest): Promise<readonly ResultRow[]> {
  const result = await engine.execute(request);
  if (!result.ok) throw new Error(JSON.stringify(result.diagnostics, null, 2));
  return result.rows;
}
