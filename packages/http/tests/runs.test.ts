/** The run history over HTTP: who may see it, in which parts, and which rules run by the clock. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createServer, type RecordServer } from "../src/index.ts";
import { call } from "./call.ts";
import { engineOf } from "./engine-of.ts";

const DEFINITION = `
tablewright: 1
app:
  id: shop
  name: Shop
  timezone: Europe/Berlin
  owner: owner@example.com
  runs: all
  api: { accessKeys: [{ name: operator, key: V2-runs, events: true }, { name: other, key: V2-other }] }
tables: { T: { key: [K], columns: { K: { type: Text }, Done: { type: Yes/No } } } }
actions: { Finish: { table: T, set: { Done: "TRUE" } } }
rules:
  Large: { table: T, on: [add], condition: '[K] = "b"', steps: [{ action: Finish }] }
  Nightly: { table: T, every: "@daily", once: true, steps: [{ action: Finish }] }
`;

let server: RecordServer;
beforeAll(async () => {
  const services = { now: () => 0, random: Math.random, newId: () => crypto.randomUUID() };
  const engine = await engineOf(DEFINITION, services);
  await engine.add("T", [{ K: "a" }]);
  await engine.add("T", [{ K: "b" }]);
  server = createServer({ engines: [engine] });
});
afterAll(() => server.close());

const ask = (query: string, key = "V2-runs") =>
  call(server, { method: "GET", url: `/api/v2/apps/shop/runs${query}`, key, body: undefined });

test("runs are listed with what they met and why not, the newest first", async () => {
  const { status, json } = await ask("");
  expect(status).toBe(200);
  expect(json.runs).toMatchObject([
    { sequence: 2, rule: "Large", key: "b", outcome: "Done", at: "1970-01-01T00:00:00.000Z" },
    { sequence: 1, rule: "Large", key: "a", outcome: "NotMet", reason: '[K] = "b"' },
  ]);
});

test("rules that run by the clock are listed with their times", async () => {
  expect((await ask("")).json.schedules).toEqual([
    { rule: "Nightly", table: "T", every: "@daily", timezone: "Europe/Berlin", once: true },
  ]);
});

test("parts follow one another by the sequence of the last run", async () => {
  const sequences = async (query: string) =>
    (await ask(query)).json.runs.map(({ sequence }: { sequence: number }) => sequence);
  expect([await sequences("?limit=1"), await sequences("?limit=1&before=2")]).toEqual([[2], [1]]);
});

test.each([
  ["?limit=0", "request/query"],
  ["?limit=1001", "request/query"],
  ["?before=x", "request/query"],
])("%s is refused", async (query, code) => {
  const { status, json } = await ask(query);
  expect([status, json.errors[0].code]).toEqual([400, code]);
});

test.each(["?limit=999", "?limit=1000"])("%s is taken", async (query) => {
  expect((await ask(query)).status).toBe(200);
});

test("a key that may not see events sees no runs", async () => {
  const { status, json } = await ask("", "V2-other");
  expect([status, json.errors[0].code]).toEqual([403, "access/not-allowed"]);
});
