/** A client written for the hosted service works unchanged: only the host it has compiled in leads here instead. */
import http from "node:http";
import https from "node:https";
import { createEngine, loadDefinition } from "@tablewright/core";
import { memoryStore } from "@tablewright/store-memory";
import { AppSheetApiClient } from "appsheet-client-api";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createServer } from "../src/index.ts";

const definition = `
tablewright: 1
app:
  id: crm
  name: CRM
  owner: owner@example.com
  locale: en-US
  timezone: UTC
  api: { enabled: true, accessKeys: [{ name: client, key: V2-client }] }
tables:
  Order Lines:
    key: [Line]
    columns:
      Line: { type: Number }
      Article: { type: Text, required: true }
      Price: { type: Price, min: 0 }
      Sold: { type: Date }
      Paid: { type: Yes/No, initialValue: "FALSE" }
      Double: { type: Price, formula: "[Price] * 2" }
`;

let server: FastifyInstance;
let client: AppSheetApiClient;
const request = https.request;

beforeAll(async () => {
  const { output, diagnostics } = loadDefinition(definition);
  if (output === undefined) throw new Error(JSON.stringify(diagnostics));
  const services = { now: Date.now, random: Math.random, newId: () => crypto.randomUUID() };
  const engine = await createEngine({ definition: output, store: memoryStore(), services });
  server = createServer({ engines: [engine] });
  leadTo(await server.listen({ host: "127.0.0.1", port: 0 }));
  client = new AppSheetApiClient("crm", "V2-client", { Locale: "en-US", Timezone: "UTC" });
});

afterAll(async () => {
  https.request = request;
  await server.close();
});

beforeEach(async () => {
  const rows = await client.readAllRows("Order Lines");
  if (rows.length > 0) await client.delete("Order Lines", rows);
});

const anvil = { Line: 1, Article: "Anvil", Price: 12.5, Sold: "01/31/2026", Paid: "N" };
const bolt = { Line: 2, Article: "Bolt", Price: 0.1, Sold: "", Paid: "Y" };

test("rows added come back with what was computed", async () => {
  const added = await client.add("Order Lines", [anvil, { Line: 2, Article: "Bolt" }]);
  expect(added).toEqual([
    { _RowNumber: 1, ...anvil, Double: 25 },
    { _RowNumber: 2, Line: 2, Article: "Bolt", Price: "", Sold: "", Paid: "N", Double: 0 },
  ]);
});

test("all rows, rows by key and rows by selector are found", async () => {
  await client.add("Order Lines", [anvil, bolt]);
  expect(await client.readAllRows("Order Lines")).toMatchObject([anvil, bolt]);
  expect(await client.readByKeys("Order Lines", [{ Line: 2 }, { Line: 3 }])).toMatchObject([bolt]);
  expect(await client.readSelectedRows("Order Lines", 'FILTER("Order Lines", [Price] > 1)')).toMatchObject([
    anvil,
  ]);
});

test("the expressions the client builds are understood", async () => {
  await client.add("Order Lines", [anvil, bolt]);
  const unpaid = { type: "Not", condition: "[Paid]" } as const;
  const selectRow = { type: "And" as const, conditions: ["[Price] < 100", unpaid] };
  const cheap = { type: "Filter", dataset: '"Order Lines"', selectRow } as const;
  expect(await client.readSelectedRows("Order Lines", cheap)).toMatchObject([anvil]);
  const byPrice = await client.readSelectedRows("Order Lines", {
    type: "OrderBy",
    keys: "Order Lines[Line]",
    orderBy: [["[Price]", "FALSE"]],
  });
  expect(byPrice).toMatchObject([bolt, anvil]);
});

test("rows are changed, and what is not named keeps its value", async () => {
  await client.add("Order Lines", [anvil, bolt]);
  expect(await client.update("Order Lines", [{ Line: 1, Price: "1,000.25" }])).toMatchObject([
    { ...anvil, Price: 1000.25, Double: 2000.5 },
  ]);
});

test("rows are deleted, and come back once more", async () => {
  await client.add("Order Lines", [anvil, bolt]);
  expect(await client.delete("Order Lines", [{ Line: 1 }])).toMatchObject([anvil]);
  expect(await client.readAllRows("Order Lines")).toMatchObject([{ ...bolt, _RowNumber: 1 }]);
});

test("a row that was read can be written back", async () => {
  await client.add("Order Lines", [anvil]);
  const rows = await client.readAllRows("Order Lines");
  expect(await client.update("Order Lines", rows)).toEqual(rows);
});

test.each<[string, () => Promise<unknown>, string]>([
  [
    "a missing row",
    () => client.update("Order Lines", [{ Line: 9, Price: 1 }]),
    "(404) Row 1: Row having key '9' not found.",
  ],
  [
    "a bad cell",
    () => client.add("Order Lines", [{ ...anvil, Price: "dear" }]),
    '(400) Row 1, column "Price": "dear" cannot be read',
  ],
  ["a missing table", () => client.readAllRows("Order"), '(404) There is no table or slice "Order"'],
])("%s is an error that says so", async (_, act, words) => {
  await expect(act()).rejects.toThrow(words);
});

/** The client asks `https.request` for its one host; the same request goes to the server under test. */
function leadTo(address: string): void {
  https.request = ((
    url: string,
    options: http.RequestOptions,
    answered: (answer: http.IncomingMessage) => void,
  ) => http.request(address + new URL(url).pathname, options, answered)) as typeof https.request;
}
