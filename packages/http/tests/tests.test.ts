/** The tests of a definition over HTTP: who may run them, and what is answered. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createServer, type RecordServer, type TestOutcome } from "../src/index.ts";
import { call } from "./call.ts";
import { engineOf } from "./engine-of.ts";

const DEFINITION = `
tablewright: 1
app:
  id: shop
  name: Shop
  api: { accessKeys: [{ name: tester, key: V2-tests, tests: true }, { name: other, key: V2-other, events: true }] }
tables: { T: { key: [K], columns: { K: { type: Text } } } }
`;

let runs = 0;
let outcome: TestOutcome = { reason: "" };
const tester = {
  last: () => (runs === 0 ? undefined : { ok: true, runs }),
  run: async () => {
    runs++;
    return outcome;
  },
};

let server: RecordServer;
let without: RecordServer;
beforeAll(async () => {
  const engine = await engineOf(DEFINITION);
  server = createServer({ engines: [engine], tests: (app) => (app === "shop" ? tester : undefined) });
  without = createServer({ engines: [engine] });
});
beforeEach(() => {
  runs = 0;
});
afterAll(() => Promise.all([server.close(), without.close()]));

const ask = (method: "GET" | "POST", key = "V2-tests", at = server) =>
  call(at, { method, url: "/api/v2/apps/shop/tests", key, body: undefined });

test("a run is answered, and so is the last one afterwards", async () => {
  expect((await ask("GET")).json).toEqual({ tests: [] });
  outcome = { run: { ok: false, tests: [] } };
  const { status, json } = await ask("POST");
  expect([status, json]).toEqual([200, { ok: false, tests: [] }]);
  expect((await ask("GET")).json).toEqual({ ok: true, runs: 1 });
});

test("tests that cannot be run are 409 with the reason", async () => {
  outcome = { reason: "There are no tests." };
  const { status, json } = await ask("POST");
  expect([status, json.code, json.detail]).toEqual([
    409,
    "tests/not-run",
    "The tests of the application cannot be run. There are no tests.",
  ]);
});

test.each(["GET", "POST"] as const)("%s needs a key that may", async (method) => {
  const other = await ask(method, "V2-other");
  expect([other.status, other.json.errors[0].code]).toEqual([403, "access/not-allowed"]);
  expect((await ask(method, "V2-tests", without)).status).toBe(404);
  expect(runs).toBe(0);
});

test("OpenAPI tells keys that may of it", async () => {
  const pathsFor = async (key: string) => {
    const url = "/api/v2/apps/shop/openapi.json";
    const { json } = await call(server, { method: "GET", url, key, body: undefined });
    return Object.keys(json.paths).filter((path) => path.endsWith("/tests"));
  };
  expect(await pathsFor("V2-other")).toEqual([]);
  expect(await pathsFor("V2-tests")).toEqual(["/api/v2/apps/shop/tests"]);
});
