/** The header `Prefer: trace`: who gets a trace, of which calls, and that nothing is kept. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { depot, listening } from "./depot.ts";

let served: Awaited<ReturnType<typeof listening>>;
beforeAll(async () => {
  served = await listening({ engines: [await depot()] });
});
afterAll(() => served.close());

const path = "/api/v2/apps/depot/tables/Jobs/Action";
const ask = (body: object, prefer: string, key = "V2-all") =>
  served.ask(path, { method: "POST", key, body, headers: { prefer } });

test("a Find is answered with its trace, in the wire that is preferred", async () => {
  const { status, json, headers } = await ask({ Action: "Find" }, "wire=typed, trace");
  expect([status, headers.get("preference-applied"), headers.get("vary")]).toEqual([
    200,
    "trace, wire=typed",
    "Prefer",
  ]);
  const plain = await ask({ Action: "Find" }, "wire=typed");
  expect(json.Rows).toEqual(plain.json.Rows);
  expect(plain.json.Trace).toBeUndefined();
  expect(json.Trace.steps.map(({ about }: { about: string }) => about).slice(0, 2)).toEqual([
    "caller",
    "plan",
  ]);
});

test("a change has to be a dry run", async () => {
  const change = { Action: "Add", Rows: [{ Job: 99, Title: "Mend" }] };
  const refused = await ask(change, "trace");
  expect([refused.status, refused.json.code]).toEqual([400, "request/traced-change"]);
  for (const DryRun of [true, "Y"]) {
    const { status, json } = await ask({ ...change, Properties: { DryRun } }, "TRACE");
    expect([status, json.Rows.length, json.Trace.steps.length > 0]).toEqual([200, 1, true]);
  }
  const found = await ask({ Action: "Find", Rows: [{ Job: 99 }] }, "wire=typed");
  expect(found.json.Rows).toEqual([]);
});

test("a call that is refused says why, too", async () => {
  const body = { Action: "Delete", Rows: [{ Job: 99 }], Properties: { DryRun: true } };
  const { status, json } = await ask(body, "trace");
  expect([status, json.code]).toEqual([404, "row/not-found"]);
  expect(json.trace.steps.at(-1)).toMatchObject({ about: "error", row: 1 });
});

test("a limited key gets none, and nothing is done", async () => {
  const { status, json } = await ask({ Action: "Find" }, "trace", "V2-jobs");
  expect([status, json.code, json.Trace, json.trace]).toEqual([
    403,
    "access/not-allowed",
    undefined,
    undefined,
  ]);
});
