import { afterAll, beforeAll, expect, test } from "vitest";
import { createServer } from "../src/index.ts";
import { call } from "./call.ts";
import { engineOf } from "./engine-of.ts";

const DEFINITION = `
tablewright: 1
app:
  id: back
  name: Back
  owner: owner@example.com
  history: { keep: 1d }
  api:
    accessKeys:
      - { name: all, key: V2-all }
      - { name: undoing, key: V2-undoing, actions: [Find, Edit, Delete], undo: true }
      - { name: tracing, key: V2-tracing, undo: true }
      - { name: bound, key: V2-bound, tables: [Notes], undo: true }
      - { name: ann, key: V2-ann, as: ann@example.com, undo: true }
tables:
  Jobs: { key: [Job], columns: { Job: { type: Text }, Owner: { type: Text } } }
  Notes: { key: [Note], columns: { Note: { type: Number } } }
`;

let server: ReturnType<typeof createServer>;
const calls: string[] = [];

beforeAll(async () => {
  let ids = 0;
  const services = { now: Date.now, random: Math.random, newId: () => `id-${++ids}` };
  const engine = await engineOf(DEFINITION, services);
  server = createServer({ engines: [engine] });
  await engine.add("Jobs", [{ Job: "a" }]);
  await engine.edit("Jobs", [{ Job: "a", Owner: "x" }]);
  const { output } = await engine.changes({ limit: 9 });
  for (const change of output?.changes ?? []) calls.push(change.call);
});
afterAll(() => server.close());

const undo = (id: string, key: string, body: object = {}, headers: Record<string, string> = {}) =>
  call(server, { method: "POST", url: `/api/v2/apps/back/calls/${id}/undo`, key, body, headers });

test.each<[at: number, key: string, body: object, status: number, code: string]>([
  [1, "V2-all", {}, 403, "access/not-allowed"],
  [1, "V2-bound", {}, 404, "history/no-call"],
  [1, "V2-ann", { Properties: { RunAsUserEmail: "eve@example.com" } }, 403, "access/not-allowed"],
  [1, "V2-undoing", { Properties: 1 }, 400, "request/unreadable-body"],
  [7, "V2-undoing", {}, 404, "history/no-call"],
  [0, "V2-undoing", {}, 409, "history/undo-conflict"],
])("call %i by %s with %j is %i %s", async (at, key, body, status, code) => {
  const answer = await undo(calls[at] ?? "none", key, body);
  expect([answer.status, answer.json.code]).toEqual([status, code]);
});

test("as a dry run it says why, to a key that may read traces", async () => {
  const dry = { Properties: { DryRun: true } };
  const asked = (key: string, body: object) => undo(calls[1] ?? "", key, body, { prefer: "trace" });
  expect((await asked("V2-tracing", {})).json.code).toBe("request/traced-change");
  expect((await asked("V2-undoing", dry)).json.code).toBe("access/not-allowed");
  const { status, json, headers } = await asked("V2-tracing", dry);
  expect([status, headers["preference-applied"]]).toEqual([200, "trace"]);
  expect(json).toMatchObject({ Rows: [{ key: "a", after: { Owner: null } }] });
  expect(json.Trace.steps.map(({ about }: { about: string }) => about)).toContain("caller");
});

test("a key that may undoes a call of another, and the history says so", async () => {
  const { status, json } = await undo(calls[1] ?? "", "V2-undoing");
  const change = { table: "Jobs", operation: "edit", key: "a" };
  expect([status, json]).toEqual([
    200,
    { Rows: [{ ...change, before: { Owner: "x" }, after: { Owner: null } }], Call: expect.any(String) },
  ]);
  const url = "/api/v2/apps/back/tables/Jobs/history?key=a";
  const history = await call(server, { method: "GET", url, key: "V2-all", body: undefined });
  expect(history.json.versions.at(-1)).toMatchObject({ accessKey: "undoing", cause: { action: "Undo" } });
});
