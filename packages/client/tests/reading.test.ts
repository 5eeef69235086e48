/** What a client reads beside rows: rows in parts, summaries, tables, plans, history and changes. */
import type {
  ChangeRecord as EngineChange,
  DescribedTable as EngineSchema,
  ExplainedFind,
} from "@tablewright/core";
import type { StoredRun } from "@tablewright/core/storage";
import { expect, expectTypeOf, test } from "vitest";
import {
  type Client,
  createClient,
  type FindExplanation as Explained,
  type RecordedChange,
  type RuleRun,
  type TableSchema,
} from "../src/index.ts";
import type { Application } from "./depot.snapshot.ts";
import { depotFetch, serveDepot } from "./serve-depot.ts";

const JOBS = "2026 Jobs";

async function withJobs(): Promise<Client<Application>> {
  const depot = await serveDepot();
  await depot.add(JOBS, [
    { Job: 1, Title: "Sweep", Tags: ["a"], Size: "S" },
    { Job: 2, Title: "Paint", Tags: ["b"], Size: "L" },
    { Job: 3, Title: "Mop", Tags: ["a"], Size: "S" },
  ]);
  return depot;
}

test("rows in parts, until there is no further one", async () => {
  const depot = await withJobs();
  const parts: number[][] = [];
  let after: string | undefined;
  do {
    const properties = {
      Limit: 2,
      Columns: ["Job"],
      ...(after === undefined ? { Count: true } : { After: after }),
    };
    const part = await depot.find(JOBS, { properties });
    expect(part.count).toBe(after === undefined ? 3 : undefined);
    expect(Object.keys(part.rows[0] ?? {})).toEqual(["Job"]);
    parts.push(part.rows.map(({ Job }) => Job));
    after = part.after;
  } while (after !== undefined);
  expect(parts).toEqual([[1, 2], [3]]);
});

test("a summary has groups whose values are named and typed", async () => {
  const depot = await withJobs();
  const { rows, warnings } = await depot.summary(JOBS, {
    selector: 'FILTER("2026 Jobs", [Job] < [_PARAM].[most])',
    properties: { Params: { most: 3 } },
    by: ["Size"],
    values: { Jobs: "COUNT", Last: { MAX: "Job" } },
  });
  expect(rows).toEqual([
    { Size: "L", Jobs: 1, Last: 2 },
    { Size: "S", Jobs: 1, Last: 1 },
  ]);
  expect(warnings).toEqual([]);
  expectTypeOf(rows[0]).toExtend<
    { Size: Application["tables"][typeof JOBS]["row"]["Size"]; Jobs: number; Last: number } | undefined
  >();
  expect((await depot.summary(JOBS, { keys: [], values: { Jobs: "COUNT" } })).rows).toEqual([{ Jobs: 0 }]);
  // @ts-expect-error: no such column
  const unknown = depot.summary(JOBS, { values: { Most: { MAX: "Jop" } } });
  await expect(unknown).rejects.toMatchObject({ code: "column/unknown" });
  // @ts-expect-error: no such column to group by
  await expect(depot.summary(JOBS, { by: ["Sise"] })).rejects.toMatchObject({ code: "column/unknown" });
});

test("tables, and what one of them holds", async () => {
  const depot = await serveDepot();
  expect(await depot.tables()).toMatchObject({
    app: { id: "the depot" },
    tables: [
      { name: JOBS, key: ["Job"] },
      { name: "Parts", key: ["Job", "No"] },
    ],
    slices: [{ name: "Open Jobs", table: JOBS }],
  });
  const { columns, actions } = await depot.schema("Open Jobs");
  expect(columns.map(({ name }) => name)).toEqual(["Job", "Title"]);
  expect(actions.map(({ invocable }) => invocable)).toEqual([true, false]);
});

test("how a Find would be carried out", async () => {
  const depot = await serveDepot();
  const all = await depot.explain("Parts");
  expect(all).toMatchObject({ table: "Parts", shape: "plan", conditions: [] });
  const selector = 'FILTER("Parts", [No] > 1)';
  expect((await depot.explain("Parts", { selector })).conditions).toMatchObject([{ text: "[No] > 1" }]);
  expect((await depot.explain("Parts", { keys: [{ Job: 1, No: 1 }] })).shape).toBe("keys");
});

test("the history of a row, and the feed of changes", async () => {
  const depot = await withJobs();
  await depot.edit(JOBS, [{ Job: 2, Title: "Draw" }]);
  await depot.add("Parts", [{ Job: 2, No: 7 }]);
  const history = await depot.history(JOBS, 2);
  expect(history).toMatchObject([
    { operation: "add", before: null, after: { Title: "Paint" } },
    { operation: "edit", before: { Title: "Paint" }, after: { Title: "Draw" } },
  ]);
  expect(history[1]?.after?.Title).toBe("Draw");
  expect(await depot.history("Parts", "2: 7")).toHaveLength(1);
  const first = await depot.changes({ limit: 4 });
  expect(first.changes.map(({ key }) => key)).toEqual(["1", "2", "3", "2"]);
  const rest = await depot.changes({ after: first.cursor, runAsUserEmail: "ann@example.com" });
  expect(rest).toMatchObject({ changes: [{ table: "Parts", key: "2: 7" }], more: false });
  const before = await depot.find(JOBS, { properties: { AsOf: first.changes[2]?.cursor ?? "" } });
  expect(before.rows.map(({ Title }) => Title)).toEqual(["Sweep", "Paint", "Mop"]);
  await expect(depot.history(JOBS, 9)).rejects.toMatchObject({ status: 404, code: "row/not-found" });
});

test("a row that was changed meanwhile is not overwritten", async () => {
  const depot = await withJobs();
  const { rows } = await depot.find(JOBS, { keys: [{ Job: 1 }], properties: { Version: true } });
  await depot.edit(JOBS, [{ Job: 1, Title: "Mop" }]);
  const late = depot.edit(
    JOBS,
    rows.map((row) => ({ ...row, Title: "Wash" })),
  );
  await expect(late).rejects.toMatchObject({ status: 409, code: "row/changed" });
});

test("a change is undone by the id of its answer, unless its rows were changed since", async () => {
  const depot = await withJobs();
  const { call = "" } = await depot.edit(JOBS, [{ Job: 1, Title: "Mop" }]);
  const { rows, call: undone } = await depot.undo(call, { properties: { DryRun: true } });
  expect(rows).toMatchObject([{ table: JOBS, operation: "edit", key: "1", after: { Title: "Sweep" } }]);
  expect(undone).toBeUndefined();
  await depot.edit(JOBS, [{ Job: 1, Title: "Wash" }]);
  await expect(depot.undo(call)).rejects.toMatchObject({ status: 409, code: "history/undo-conflict" });
  expect(await depot.tables()).toMatchObject({ rights: ["undo"] });
});

test.each([
  ["a token", { token: "t-1" }, [["authorization", "Bearer t-1"]]],
  ["a token that is asked for", { token: async () => "t-2" }, [["authorization", "Bearer t-2"]]],
  ["a key", { key: "k" }, [["applicationaccesskey", "k"]]],
  ["no identity", {}, []],
])("%s is sent with a request that has no body", async (_, identity, headers) => {
  const requests: RequestInit[] = [];
  const fetch = async (_url: string, init: RequestInit) => {
    requests.push(init);
    return Response.json({ tables: [] });
  };
  await createClient({ url: "http://x", app: "a", fetch, ...identity }).tables();
  expect(Object.entries(requests[0]?.headers ?? {})).toEqual([["prefer", "wire=typed"], ...headers]);
  expect(requests[0]).not.toHaveProperty("body");
});

test("an answer of another program is none of the record API", async () => {
  const fetch = async () => Response.json({ Rows: [] });
  const client = createClient({ url: "http://x", app: "a", fetch });
  for (const read of [client.tables(), client.schema("T"), client.explain("T"), client.changes()])
    await expect(read).rejects.toMatchObject({ status: 200, code: "answer/unreadable" });
});

test("names and keys of every form reach their table", async () => {
  const addresses: string[] = [];
  const send = await depotFetch();
  const fetch = (url: string, init: RequestInit) => {
    addresses.push(url);
    return send(url, init);
  };
  const client = createClient({ url: "http://depot.example//", app: "the depot", key: "V2-depot", fetch });
  await expect(client.history("a/b?c", "1: 2&key=3")).rejects.toMatchObject({
    message: expect.stringContaining("a/b?c"),
  });
  expect(addresses).toEqual([
    "http://depot.example/api/v2/apps/the%20depot/tables/a%2Fb%3Fc/history?key=1%3A%202%26key%3D3",
  ]);
});

test("types of what is read are those of the engine", () => {
  expectTypeOf<TableSchema>().toEqualTypeOf<EngineSchema>();
  expectTypeOf<Omit<Explained, "warnings">>().toEqualTypeOf<ExplainedFind>();
  expectTypeOf<EngineChange>().toExtend<RecordedChange>();
  expectTypeOf<Omit<RuleRun, "at">>().toEqualTypeOf<Omit<StoredRun, "at">>();
  expectTypeOf<keyof RecordedChange>().toEqualTypeOf<keyof EngineChange>();
});
