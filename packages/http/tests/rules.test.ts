/** What reads and changes what, over HTTP: for keys that may see it, and without the text of any expression. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createServer, type RecordServer } from "../src/index.ts";
import { call } from "./call.ts";
import { engineOf } from "./engine-of.ts";

const DEFINITION = `
tablewright: 1
app:
  id: shop
  name: Shop
  owner: owner@example.com
  api: { accessKeys: [{ name: operator, key: V2-rules, events: true }, { name: other, key: V2-other }] }
tables:
  Orders:
    key: [Order]
    columns:
      Order: { type: Text }
      Customer: { type: Ref, table: Customers }
      Name: { type: Text, formula: "[Customer].[Name]" }
      Total: { type: Number, validIf: '[_THIS] <= LOOKUP("most", Limits, Limit, Value)' }
      Done: { type: Yes/No }
  Customers: { key: [Customer], columns: { Customer: { type: Text }, Name: { type: Text } } }
  Limits: { key: [Limit], columns: { Limit: { type: Text }, Value: { type: Number } } }
  Log: { key: [Entry], columns: { Entry: { type: Text, initialValue: UNIQUEID() }, Text: { type: Text } } }
slices:
  Large: { table: Orders, filter: "[Total] > 100" }
actions:
  Finish: { table: Orders, set: { Done: "TRUE" } }
  Note: { table: Orders, addRow: { table: Log, set: { Text: "[Customer].[Name]" } } }
  Both: { table: Orders, run: [Finish, Note] }
  Forget: { table: Customers, deleteRow: true }
  Forget buyer: { table: Orders, onRows: { table: Customers, rows: "LIST([Customer])", action: Forget } }
rules:
  On large: { table: Large, on: [add, edit], condition: 'COUNT(Limits[Limit]) > 0', steps: [{ action: Both }, { webhook: { url: "https://example.com" } }] }
  Nightly: { table: Orders, every: "@daily", steps: [{ action: Forget buyer }, { email: { to: "a@example.com", subject: "s", body: "b" } }] }
`;

let server: RecordServer;
beforeAll(async () => {
  server = createServer({ engines: [await engineOf(DEFINITION)] });
});
afterAll(() => server.close());

const ask = (key: string) =>
  call(server, { method: "GET", url: "/api/v2/apps/shop/rules", key, body: undefined });

test("rules are listed with what they hear of, read and do", async () => {
  const { status, json } = await ask("V2-rules");
  expect(status).toBe(200);
  expect(json.rules).toEqual([
    {
      rule: "On large",
      table: "Orders",
      slice: "Large",
      on: ["add", "edit"],
      reads: ["Limits"],
      steps: [
        { kind: "action", action: "Both", reads: ["Customers"], writes: ["Orders", "Log"] },
        { kind: "webhook" },
      ],
    },
    {
      rule: "Nightly",
      table: "Orders",
      on: [],
      reads: [],
      steps: [
        { kind: "action", action: "Forget buyer", reads: [], writes: ["Customers"] },
        { kind: "email" },
      ],
    },
  ]);
});

test("columns are listed with the tables that they are computed or checked by", async () => {
  const { json } = await ask("V2-rules");
  expect(json.formulas).toContainEqual({ table: "Orders", column: "Name", reads: ["Customers"] });
  expect(json.formulas).toContainEqual({ table: "Orders", column: "Total", reads: ["Limits"] });
});

test("a key that may not see events sees no rules", async () => {
  const { status, json } = await ask("V2-other");
  expect([status, json.errors[0].code]).toEqual([403, "access/not-allowed"]);
});
