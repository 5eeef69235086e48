/** History and changes over HTTP, as JSON and as server-sent events. */
import type { Engine } from "@tablewright/core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createServer } from "../src/index.ts";
import { call } from "./call.ts";
import { engineOf } from "./engine-of.ts";

const DEFINITION = `
tablewright: 1
app:
  id: past
  name: Past
  owner: owner@example.com
  history: { keep: 1d }
  api:
    accessKeys:
      - { name: all, key: V2-all }
      - { name: own, key: V2-own, as: ann@example.com }
      - { name: blind, key: V2-blind, history: false }
      - { name: adding, key: V2-adding, actions: [Add] }
      - { name: notes, key: V2-notes, tables: [Notes] }
      - { name: slice, key: V2-slice, tables: [Some Notes] }
tables:
  Jobs:
    key: [Job]
    securityFilter: 'OR([Owner] = USEREMAIL(), USEREMAIL() = "owner@example.com")'
    columns: { Job: { type: Text }, Owner: { type: Text } }
  Notes: { key: [Note], columns: { Note: { type: Number }, Text: { type: Text } } }
  Plain: { key: [K], history: false, columns: { K: { type: Text } } }
slices:
  Some Notes: { table: Notes }
`;

function past(): Promise<Engine> {
  return engineOf(DEFINITION);
}

describe("one after the other", () => {
  const get = (url: string, key = "V2-all") =>
    call(server, { method: "GET", url: `/api/v2/apps/past${url}`, key, body: undefined });
  let server: ReturnType<typeof createServer>;

  beforeAll(async () => {
    const engine = await past();
    server = createServer({ engines: [engine] });
    await call(server, {
      app: "past",
      table: "Jobs",
      key: "V2-all",
      body: { Action: "Add", Rows: [{ Job: "a b+ü" }] },
    });
    await engine.add("Jobs", [{ Job: "x", Owner: "ann@example.com" }]);
    await engine.add("Notes", [{ Note: 1 }]);
  });
  afterAll(() => server.close());

  test("the versions of a row, with whose key it was", async () => {
    const { status, json } = await get("/tables/Jobs/history?key=a%20b%2B%C3%BC");
    expect([status, json.versions.length]).toEqual([200, 1]);
    expect(json.versions[0]).toMatchObject({ accessKey: "all", user: "owner@example.com", operation: "add" });
  });

  test.each(["a+b%2B%C3%BC", new URLSearchParams({ "": "a b+ü" }).toString().slice(1)])(
    "a plus is a blank, as libraries of addresses write it: %s",
    async (written) => {
      const { status, json } = await get(`/tables/Jobs/history?key=${written}`);
      expect([status, json.versions?.length]).toEqual([200, 1]);
    },
  );

  test("the plus of an e-mail address stays one", async () => {
    const { json } = await get("/tables/Jobs/history?key=x&RunAsUserEmail=ann+jobs@example.com");
    expect(json.code).toBe("row/not-found");
    const other = await get("/tables/Jobs/history?key=x&RunAsUserEmail=ann@example.com");
    expect(other.status).toBe(200);
  });

  test.each<[url: string, key: string, status: number, code: string]>([
    ["/tables/Jobs/history", "V2-all", 400, "request/query"],
    ["/tables/Jobs/history?key=none", "V2-all", 404, "row/not-found"],
    ["/tables/Jobs/history?key=a%20b%2B%C3%BC", "V2-own", 404, "row/not-found"],
    ["/tables/Jobs/history?key=x", "V2-blind", 403, "access/not-allowed"],
    ["/tables/Jobs/history?key=x", "V2-adding", 403, "access/not-allowed"],
    ["/tables/Jobs/history?key=x", "V2-notes", 404, "table/not-found"],
    ["/tables/Jobs/history?key=x&RunAsUserEmail=eve@example.com", "V2-own", 403, "access/not-allowed"],
    ["/tables/Plain/history?key=x", "V2-all", 400, "history/none"],
    ["/changes?after=x", "V2-all", 400, "history/cursor"],
    ["/changes?after=1", "V2-notes", 400, "history/cursor"],
    ["/changes", "V2-slice", 400, "history/none-reached"],
    ["/changes?limit=0", "V2-all", 400, "request/query"],
    ["/changes?limit=1001", "V2-all", 400, "request/query"],
    ["/changes", "V2-blind", 403, "access/not-allowed"],
  ])("GET %s with %s is %i %s", async (url, key, status, code) => {
    const answer = await get(url, key);
    expect([answer.status, answer.json.code]).toEqual([status, code]);
  });

  test.each<[key: string, asOf: unknown, status: number, outcome: unknown]>([
    ["V2-all", { change: 0 }, 200, ["a b+ü"]],
    ["V2-own", { change: 1 }, 200, ["x"]],
    ["V2-own", { change: 0 }, 200, []],
    ["V2-own", 2, 400, "history/cursor"],
    ["V2-blind", "", 200, ["a b+ü", "x"]],
    ["V2-blind", 2, 403, "access/not-allowed"],
    ["V2-all", "2999-01-01T00:00:00Z", 400, "history/ahead"],
    ["V2-all", "noon", 400, "request/property"],
  ])("%s finds with AsOf %j: %i %j", async (key, asOf, status, outcome) => {
    const { change } = Object(asOf) as { readonly change?: number };
    const AsOf = change === undefined ? asOf : (await get("/changes")).json.changes[change].cursor;
    const body = { Action: "Find", Properties: { AsOf } };
    const answer = await call(server, { app: "past", table: "Jobs", key, body });
    const said = answer.json.code ?? answer.json.Rows.map(({ Job }: { Job: string }) => Job);
    expect([answer.status, said]).toEqual([status, outcome]);
  });

  test.each<[key: string, url: string, keys: string[]]>([
    ["V2-all", "/changes", ["a b+ü", "x", "1"]],
    ["V2-all", "/changes?limit=2", ["a b+ü", "x"]],
    ["V2-all", "/changes?RunAsUserEmail=ann@example.com", ["x", "1"]],
    ["V2-own", "/changes", ["x", "1"]],
    ["V2-notes", "/changes", ["1"]],
  ])("%s reads of %s the changes of %j", async (key, url, keys) => {
    const { status, json } = await get(url, key);
    expect(status).toBe(200);
    expect(json.changes.map((change: { key: string }) => change.key)).toEqual(keys);
    const next = await get(`/changes?after=${json.cursor}`, key);
    expect(next.json.changes.length).toBe(url.includes("limit") ? 1 : 0);
  });

  test("who may name all tables goes on from the cursor of a limited key", async () => {
    const { json } = await get("/changes", "V2-notes");
    expect(json.cursor).toMatch(/^[0-9a-f]{64}$/u);
    const next = await get(`/changes?after=${json.cursor}`, "V2-all");
    expect([next.status, next.json.changes]).toEqual([200, []]);
  });
});

test("a call that comes again with its Idempotency-Key is answered as before, another one is refused", async () => {
  const server = createServer({ engines: [await past()] });
  const headers = { "idempotency-key": "one" };
  const add = (Note: number, other = {}) =>
    call(server, {
      app: "past",
      table: "Notes",
      key: "V2-all",
      headers: { ...headers, ...other },
      body: { Action: "Add", Rows: [{ Note }] },
    });
  const [first, again, changed, long] = [
    await add(1),
    await add(1),
    await add(2),
    await add(3, { "idempotency-key": "x".repeat(256) }),
  ];
  expect([first.status, first.headers["idempotency-replayed"]]).toEqual([200, undefined]);
  expect([again.status, again.headers["idempotency-replayed"], again.text]).toEqual([
    200,
    "true",
    first.text,
  ]);
  expect([changed.status, changed.json.code]).toEqual([422, "request/key-reused"]);
  expect([long.status, long.json.code]).toEqual([400, "limit/idempotency-key"]);
  await server.close();
});

test("a row with another version than If-Match has is a conflict", async () => {
  const server = createServer({ engines: [await past()] });
  const act = (Action: string, Text: string, headers = {}) =>
    call(server, {
      app: "past",
      table: "Notes",
      key: "V2-all",
      headers,
      body: { Action, Properties: Action === "Add" ? { Version: true } : {}, Rows: [{ Note: 1, Text }] },
    });
  const added = await act("Add", "a");
  const headers = { "if-match": `"${added.json.Rows[0]._Version}"` };
  const [first, again] = [await act("Edit", "b", headers), await act("Edit", "c", headers)];
  expect([first.status, again.status, again.json.code]).toEqual([200, 409, "row/changed"]);
  await server.close();
});

describe("as events", () => {
  test("a reader who is cut off a hundred times sees every change once and in order", async () => {
    const engine = await past();
    const server = createServer({ engines: [engine] });
    const base = await server.listen({ host: "127.0.0.1", port: 0 });
    try {
      const writing = (async () => {
        for (let note = 1; note <= NOTES; note += 5) {
          await engine.add(
            "Notes",
            [0, 1, 2, 3, 4].map((more) => ({ Note: note + more })),
          );
          await new Promise((resolve) => setTimeout(resolve, 1));
        }
      })();
      const seen: string[] = [];
      let last: string | undefined;
      let cuts = 0;
      for (; seen.length < NOTES; cuts++) {
        const stop = new AbortController();
        const headers = {
          applicationaccesskey: "V2-all",
          accept: "text/event-stream",
          ...(last === undefined ? {} : { "last-event-id": last }),
        };
        const address = `${base}/api/v2/apps/past/changes?limit=3`;
        const answer = await fetch(address, { headers, signal: stop.signal });
        expect(answer.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
        const until = seen.length + 5;
        for await (const { id, data } of eventsOf(answer)) {
          seen.push(data.key);
          last = id;
          if (seen.length >= Math.min(until, NOTES)) break;
        }
        stop.abort();
      }
      await writing;
      expect(seen).toEqual(Array.from({ length: NOTES }, (_, at) => String(at + 1)));
      expect(cuts).toBeGreaterThanOrEqual(100);
    } finally {
      await server.close();
    }
  });

  test("a stream ends when the server does", async () => {
    const engine = await past();
    const server = createServer({ engines: [engine] });
    const base = await server.listen({ host: "127.0.0.1", port: 0 });
    const headers = { applicationaccesskey: "V2-all", accept: "text/event-stream" };
    const answer = await fetch(`${base}/api/v2/apps/past/changes`, { headers });
    const text = answer.text();
    await server.close();
    expect(await text).toBe("retry: 1000\n\n");
  });
});

const NOTES = 500;

/** The events of a stream until it is left. */
async function* eventsOf(answer: Response): AsyncGenerator<{ id: string; data: { key: string } }> {
  let text = "";
  const decoder = new TextDecoder();
  for await (const piece of answer.body as unknown as AsyncIterable<Uint8Array>) {
    text += decoder.decode(piece, { stream: true });
    const parts = text.split("\n\n");
    text = parts.pop() ?? "";
    for (const part of parts) {
      const { id, data } = Object.fromEntries(part.split("\n").map((line) => line.split(/: (.*)/su)));
      if (id !== undefined) yield { id, data: JSON.parse(data) };
    }
  }
}
