/** The calls of a client on a served application, and what the types say of them. */
import { requestProperties } from "@tablewright/core";
import { describe, expect, test } from "vitest";
import { type Client, createClient, ProblemError, type Properties } from "../src/index.ts";
import type { Application } from "./depot.snapshot.ts";
import { depotFetch, serveDepot } from "./serve-depot.ts";

const JOBS = "2026 Jobs";

async function withJobs(): Promise<Client<Application>> {
  const depot = await serveDepot();
  await depot.add(JOBS, [
    { Job: 1, Title: "Sweep", Tags: ["a"], Due: "2026-03-01" },
    { Job: 2, Title: "Paint", Tags: ["b", "a"], Size: "XXL" },
  ]);
  await depot.add("Parts", [{ Job: 2, No: 7 }]);
  return depot;
}

test("added rows come back whole, in JSON", async () => {
  const depot = await serveDepot();
  const { rows, warnings } = await depot.add(JOBS, [{ Title: "Sweep", Tags: ["a"], Due: "2026-03-01" }]);
  expect(rows).toEqual([
    {
      _RowNumber: 1,
      Job: 1,
      Title: "Sweep",
      State: "Open",
      Size: null,
      Tags: ["a"],
      Due: "2026-03-01",
      Late: true,
      "Related Parts": [],
    },
  ]);
  expect(warnings).toEqual([]);
});

test("rows are found all, by keys, by a Selector with values of users, and by none", async () => {
  const depot = await withJobs();
  const titlesOf = async (options?: Parameters<typeof depot.find<typeof JOBS>>[1]) =>
    (await depot.find(JOBS, options)).rows.map((row) => row.Title);
  expect(await titlesOf()).toEqual(["Sweep", "Paint"]);
  expect(await titlesOf({ keys: [{ Job: 2 }, { Job: 3 }] })).toEqual(["Paint"]);
  expect(await titlesOf({ keys: [] })).toEqual([]);
  const selector = 'FILTER("2026 Jobs", [Title] = [_PARAM].[title])';
  expect(await titlesOf({ selector, properties: { Params: { title: 'Pa"int' } } })).toEqual([]);
  expect(await titlesOf({ selector, properties: { Params: { title: "paint" } } })).toEqual(["Paint"]);
});

test("one row by its key, parts or whole", async () => {
  const depot = await withJobs();
  expect((await depot.get(JOBS, { Job: 2 }))?.Tags).toEqual(["b", "a"]);
  expect(await depot.get(JOBS, { Job: 3 })).toBeUndefined();
  expect((await depot.get("Parts", { _ComputedKey: "2: 7" }))?.No).toBe(7);
});

test("calls in one transaction, whose answers have the types of their tables", async () => {
  const depot = await withJobs();
  const Job = { $ref: "#/0/Rows/0/Job" };
  const { answers, warnings, call } = await depot.batch([
    { table: JOBS, action: "Add", rows: [{ Title: "Mop", Tags: ["a"] }] },
    { table: "Parts", action: "Add", rows: [{ Job, No: 1 }] },
    { table: JOBS, action: "Close", rows: [{ Job }] },
    { table: JOBS, action: "Find", keys: [{ Job }], properties: { Columns: ["State", "Related Parts"] } },
    { table: "Open Jobs", action: "Find", keys: [] },
  ]);
  const [jobs, parts, , found, none] = answers;
  const title: string | null = jobs.rows[0]?.Title ?? null;
  expect([title, parts.rows[0]?.No, warnings]).toEqual(["Mop", 1, []]);
  expect(found.rows).toEqual([{ State: 'It\'s "done"', "Related Parts": ["3: 1"] }]);
  expect(none.rows).toEqual([]);
  expect(call).toEqual(expect.any(String));
  const refused = depot.batch([
    { table: JOBS, action: "Delete", rows: [{ Job: 1 }] },
    {
      table: "Parts",
      action: "Add",
      rows: [
        { Job: 1, No: 1 },
        { Job: 2, No: 7 },
      ],
    },
  ]);
  await expect(refused).rejects.toMatchObject({ errors: [{ call: 2, row: 2, code: "key/duplicate" }] });
  expect(await depot.get(JOBS, { Job: 1 })).toBeDefined();
  // @ts-expect-error: parts are only added
  await expect(depot.batch([{ table: "Parts", action: "Edit", rows: [{ Job: 1 }] }])).rejects.toThrow();
});

test("edit, a row that was read, an action, a dry run and delete", async () => {
  const depot = await withJobs();
  const edited = await depot.edit(JOBS, [{ Job: 1, Title: "Mop" }]);
  expect(edited.rows[0]).toMatchObject({ Title: "Mop", Tags: ["a"] });
  const read = (await depot.get(JOBS, { Job: 1 })) as Application["tables"][typeof JOBS]["row"];
  expect((await depot.edit(JOBS, [read])).rows).toEqual([read]);
  const closed = await depot.invoke("Close", JOBS, [{ Job: 1 }], { properties: { DryRun: true } });
  expect(closed.rows[0]?.State).toBe(`It's "done"`);
  expect((await depot.find("Open Jobs")).rows).toHaveLength(2);
  expect((await depot.delete(JOBS, [{ Job: 1 }])).rows[0]?.Title).toBe("Mop");
  expect((await depot.find(JOBS)).rows).toHaveLength(1);
});

test("what was done otherwise is a warning", async () => {
  const depot = await withJobs();
  await depot.invoke("Close", JOBS, [{ Job: 1 }]);
  const { warnings } = await depot.invoke("Close", JOBS, [{ Job: 1 }]);
  expect(warnings).toEqual([expect.objectContaining({ row: 1, key: "1", code: "action/passed-over" })]);
});

test("an error tells every row and column", async () => {
  const depot = await withJobs();
  const refused = depot.add(JOBS, [
    { Job: 3, Title: "ok", Tags: ["a"] },
    { Job: 4, Title: " ", Tags: [], Due: "yesterday" },
  ]);
  const problem = await refused.catch((error) => error);
  expect(problem).toBeInstanceOf(ProblemError);
  expect(problem).toMatchObject({ name: "ProblemError", status: 400, code: "cell/unreadable" });
  expect(problem.message).toMatch(/^Row 2, column "Due": "yesterday" cannot be read as a date\./u);
  expect(problem.errors).toContainEqual(
    expect.objectContaining({ row: 2, column: "Due", code: "cell/unreadable" }),
  );
  expect(problem.traceId).toMatch(/\S/u);
});

describe("what does not compile is refused by the server as well", () => {
  test.each<[string, (depot: Client<Application>) => Promise<unknown>, string]>([
    // @ts-expect-error: a column that must be filled
    ["a required column left out", (depot) => depot.add(JOBS, [{ Tags: ["a"] }]), "rule/required"],
    // @ts-expect-error: blank where it may not be
    ["a blank", (depot) => depot.edit(JOBS, [{ Job: 1, Title: null }]), "rule/required"],
    // @ts-expect-error: not one of the choices
    ["another choice", (depot) => depot.edit(JOBS, [{ Job: 1, State: "Opened" }]), "cell/not-in-list"],
    // @ts-expect-error: no such column
    ["an unknown column", (depot) => depot.edit(JOBS, [{ Job: 1, Titel: "x" }]), "column/unknown"],
    // @ts-expect-error: half of a key
    ["half of a key", (depot) => depot.find("Parts", { keys: [{ Job: 1 }] }), "key/missing"],
    // @ts-expect-error: a table that takes no Delete
    ["a change not taken", (depot) => depot.delete("Parts", [{ Job: 2, No: 7 }]), "access/not-allowed"],
    // @ts-expect-error: an action of rules alone
    ["an action of rules", (depot) => depot.invoke("Drop", JOBS, [{ Job: 1 }]), "request/unsupported-action"],
    // @ts-expect-error: no such table
    ["an unknown table", (depot) => depot.find("Jobs"), "table/not-found"],
    // @ts-expect-error: a word that the property does not have
    ["a property", (depot) => depot.find(JOBS, { properties: { OnDuplicate: "edit" } }), "request/property"],
  ])("%s", async (_, call, code) => {
    await expect(call(await withJobs())).rejects.toMatchObject({ code });
  });

  test("a column that a slice does not have", async () => {
    const depot = await withJobs();
    const [job] = (await depot.find("Open Jobs")).rows;
    // @ts-expect-error: the slice has a key and a title
    expect(job?.Due).toBeUndefined();
  });
});

test("without types every table and column is a name", async () => {
  const fetch = await depotFetch();
  const depot = createClient({ url: "http://depot.example", app: "the depot", key: "V2-depot", fetch });
  const { rows } = await depot.add("2026 Jobs", [{ Title: "x", Tags: ["a"] }]);
  expect(rows[0]?.Title).toBe("x");
});

test("headers are asked for before each request", async () => {
  const fetch = await depotFetch();
  const keys = ["V2-wrong", "V2-depot"];
  const headers = async () => ({ ApplicationAccessKey: keys.shift() ?? "" });
  const depot = createClient({ url: "http://depot.example", app: "the depot", headers, fetch });
  await expect(depot.find(JOBS)).rejects.toMatchObject({ status: 403, code: "auth/wrong-key" });
  expect((await depot.find(JOBS)).rows).toEqual([]);
});

test("every property is one of the engine's", () => {
  const own: Record<keyof Properties, true> = {
    Locale: true,
    Timezone: true,
    Location: true,
    RunAsUserEmail: true,
    UserId: true,
    UserSettings: true,
    Params: true,
    Inputs: true,
    OnDuplicate: true,
    AsOf: true,
    Limit: true,
    After: true,
    Columns: true,
    Expand: true,
    Count: true,
    Version: true,
    DryRun: true,
    Form: true,
    Cells: true,
  };
  expect(requestProperties.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(own)));
});
