/** What is reported of a request: who did what and how it ended, once, by every adapter, and in declared names. */
import type { Result } from "@tablewright/core";
import { describe, expect, test } from "vitest";
import { type CallReport, createLogger, createServer } from "../src/index.ts";
import { adapters } from "./adapters.ts";
import { call } from "./call.ts";
import { appId, fakeEngine, plainKey } from "./fake-engine.ts";

const route = "/api/v2/apps/:appId/tables/:tableName/Action";
const UNKNOWN = { route: undefined, key: undefined, table: undefined, action: undefined };
const about = { app: appId, key: "test", table: "Orders" };

describe.each(adapters)("%s", (_, serve) => {
  const reports: CallReport[] = [];
  const server = serve({ engines: [fakeEngine()], reportCall: (report) => void reports.push(report) });

  test.each<[string, Parameters<typeof call>[1], object]>([
    ["a Find", {}, { ...about, route, action: "Find", status: 200, rows: 1 }],
    [
      "an Add for somebody, its names in another case",
      { table: "oRDERS", body: { Action: "aDD", Rows: [{}, {}], Properties: { RunAsUserEmail: "a@b.c" } } },
      { ...about, action: "Add", user: "a@b.c", rowsSent: 2, status: 200, rows: 2 },
    ],
    [
      "an action that is not there",
      { body: { Action: "V2-secret" } },
      { ...about, action: undefined, status: 400, code: "request/unknown-action" },
    ],
    ["a wrong key", { key: "V2-wrong" }, { key: undefined, app: appId, status: 403, code: "auth/wrong-key" }],
    [
      "a table that is not there",
      { table: "V2" },
      { table: undefined, key: "test", code: "table/not-found" },
    ],
    [
      "a path that is none",
      { url: "/V2?x" },
      { path: "/V2", route: undefined, code: "request/no-such-path" },
    ],
    [
      "a question for health",
      { url: "/healthz", method: "GET", body: undefined },
      { route: "/healthz", status: 200 },
    ],
  ])("%s", async (_name, options, expected) => {
    reports.length = 0;
    await call(server, options);
    expect(reports.length).toBe(1);
    expect({ ...UNKNOWN, ...reports[0] }).toMatchObject(expected);
    expect(reports[0]?.milliseconds).toBeGreaterThan(0);
  });

  test("an answer in pieces is reported when all of it was taken", async () => {
    const rows = Array.from({ length: 2_000 }, (_row, at) => ({ "Order ID": at }));
    const engine = fakeEngine();
    engine.answer = (): Result => ({ ok: true, rows, warnings: [] });
    const told: CallReport[] = [];
    const answer = await call(serve({ engines: [engine], reportCall: (report) => void told.push(report) }));
    expect(answer.json.Rows.length).toBe(2_000);
    expect(told).toEqual([expect.objectContaining({ rows: 2_000, status: 200 })]);
  });
});

describe("the line of the log", () => {
  const lines: Record<string, unknown>[] = [];
  const log = { write: (line: string) => void lines.push(JSON.parse(line)) };
  const engine = fakeEngine({ accessKeys: [plainKey({ as: "ann@example.com" })] });
  const server = createServer({ engines: [engine], logger: createLogger(log) });

  test.each<[string, Parameters<typeof call>[1], object]>([
    [
      "one for a call",
      {},
      { level: 30, ...about, action: "Find", user: "ann@example.com", rows: 1, status: 200, msg: "call" },
    ],
    ["the trace id of an error is in it", { key: "V2-wrong" }, { code: "auth/wrong-key", status: 403 }],
  ])("%s", async (_, options, expected) => {
    lines.length = 0;
    const answer = await call(server, options);
    expect(lines).toEqual([
      expect.objectContaining({ ...expected, ms: expect.any(Number), traceId: expect.any(String) }),
    ]);
    if (answer.status >= 400) expect(lines[0]).toMatchObject({ traceId: answer.json.traceId });
  });

  test("none for a question for health, and a warning for what is our error", async () => {
    lines.length = 0;
    await call(server, { url: "/healthz", method: "GET", body: undefined });
    expect(lines).toEqual([]);
    engine.answer = () => {
      throw new Error("ours");
    };
    await call(server);
    expect(lines.map(({ level, msg }) => [level, msg])).toEqual([
      [50, "a call failed"],
      [40, "call"],
    ]);
  });
});
