/** The outbox over HTTP: who may see and change it, and what of a request is understood. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createServer, type EventOperator, type RecordServer } from "../src/index.ts";
import { call } from "./call.ts";
import { engineOf } from "./engine-of.ts";

const DEFINITION = `
tablewright: 1
app:
  id: shop
  name: Shop
  api: { accessKeys: [{ name: operator, key: V2-events, events: true }, { name: other, key: V2-other }] }
tables: { T: { key: [K], columns: { K: { type: Text } } } }
`;

let done: unknown[] = [];
const operator: EventOperator = {
  async list(choice) {
    done.push(choice);
    return [{ id: "a", state: "failed" }].filter(({ id }) => (choice.id ?? id) === id);
  },
  async retry(chosen) {
    done.push(["retry", chosen]);
    return { changed: ["a"], refused: [{ id: "b", reason: "It waits." }] };
  },
  async drop(chosen) {
    done.push(["drop", chosen]);
    return { changed: [], refused: [] };
  },
};

let server: RecordServer;
let without: RecordServer;
beforeAll(async () => {
  const engine = await engineOf(DEFINITION);
  server = createServer({ engines: [engine], events: (app) => (app === "shop" ? operator : undefined) });
  without = createServer({ engines: [engine] });
});
beforeEach(() => {
  done = [];
});
afterAll(() => Promise.all([server.close(), without.close()]));

const ask = (method: "GET" | "POST", url: string, body?: object, key = "V2-events", at = server) =>
  call(at, { method, url: `/api/v2/apps/shop/events${url}`, key, body });

test("events are listed and shown", async () => {
  const list = await ask("GET", "?state=failed&rule=Tell&limit=7");
  expect([list.status, list.json]).toEqual([200, { events: [{ id: "a", state: "failed" }] }]);
  const one = await ask("GET", "/a");
  expect([one.status, one.json]).toEqual([200, { id: "a", state: "failed" }]);
  expect(done).toEqual([
    { state: "failed", rule: "Tell", limit: 7 },
    { id: "a", limit: 1 },
  ]);
});

test.each([
  ["retry", { Ids: ["a", "b"] }, ["a", "b"]],
  ["retry", { failed: true }, "failed"],
  ["drop", { ids: ["a"] }, ["a"]],
  ["drop", { Ids: Array(200).fill("a") }, Array(200).fill("a")],
])("%s %j", async (what, body, chosen) => {
  const { status, json } = await ask("POST", `/${what}`, body);
  expect([status, Object.keys(json)]).toEqual([200, ["changed", "refused"]]);
  expect(done).toEqual([[what, chosen]]);
});

test("OpenAPI tells keys that may of it", async () => {
  const pathsFor = async (key: string) => {
    const { json } = await call(server, {
      method: "GET",
      url: "/api/v2/apps/shop/openapi.json",
      key,
      body: undefined,
    });
    return Object.keys(json.paths).filter((path) => path.includes("/events"));
  };
  expect(await pathsFor("V2-other")).toEqual([]);
  expect(await pathsFor("V2-events")).toEqual(
    ["", "/{eventId}", "/retry", "/drop"].map((path) => `/api/v2/apps/shop/events${path}`),
  );
});

test.each<["GET" | "POST", string, object | undefined, number, string]>([
  ["GET", "?state=lost", undefined, 400, "request/query"],
  ["GET", "?limit=0", undefined, 400, "request/query"],
  ["GET", "?limit=1001", undefined, 400, "request/query"],
  ["GET", "/b", undefined, 404, "event/not-found"],
  ["POST", "/retry", {}, 400, "event/choice"],
  ["POST", "/retry", [], 400, "event/choice"],
  ["POST", "/retry", { Ids: [] }, 400, "event/choice"],
  ["POST", "/retry", { Ids: [1] }, 400, "event/choice"],
  ["POST", "/drop", { Failed: false }, 400, "event/choice"],
  ["POST", "/drop", { Ids: ["a"], Failed: true }, 400, "event/choice"],
  ["POST", "/drop", { Ids: Array(201).fill("a") }, 400, "limit/chosen-events"],
  ["POST", "", {}, 405, "request/method"],
])("%s events%s %j: %d %s", async (method, url, body, status, code) => {
  const answer = await ask(method, url, body);
  expect([answer.status, answer.json.errors[0].code]).toEqual([status, code]);
});

test("a server that only reads shows events and changes none", async () => {
  const engine = await engineOf(DEFINITION);
  const reading = createServer({ engines: [engine], events: () => ({ ...operator, readOnly: true }) });
  expect((await ask("GET", "", undefined, "V2-events", reading)).status).toBe(200);
  const refused = await ask("POST", "/drop", { Failed: true }, "V2-events", reading);
  expect([refused.status, refused.json.errors[0].code]).toEqual([503, "server/read-only"]);
  await reading.close();
});

test.each(["GET", "POST"] as const)("%s needs a key that may", async (method) => {
  const url = method === "GET" ? "" : "/drop";
  const other = await ask(method, url, { Failed: true }, "V2-other");
  expect([other.status, other.json.errors[0].code]).toEqual([403, "access/not-allowed"]);
  expect((await ask(method, url, {}, "V2-wrong")).status).toBe(403);
  expect((await ask(method, url, {}, "V2-events", without)).status).toBe(404);
  expect(done).toEqual([]);
});
