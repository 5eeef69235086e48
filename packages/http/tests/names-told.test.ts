/** A limited key learns the names of nothing that its calls may not name. */
import { expect, test } from "vitest";
import { createServer } from "../src/index.ts";
import { call } from "./call.ts";
import { depot } from "./depot.ts";
import { engineOf } from "./engine-of.ts";

const find = (Selector: string) => ({ Action: "Find", Properties: { Selector } });

test.each<[key: string, body: object, message: string, hint: string | undefined]>([
  ["jobs", { Action: "" }, 'There is no action "" here; there are "Find", "Close".', undefined],
  ["jobs", {}, 'There is no action "" here; there are "Find", "Close".', undefined],
  ["quiet", {}, 'There is no action "" here.', undefined],
  ["all", {}, 'There is no action "" here; there are "Add", "Edit", "Delete", "Find", "Close".', undefined],
  ["jobs", find('FILTER("Peeple", TRUE)'), 'There is no table or slice "Peeple".', undefined],
  ["all", find('FILTER("Peeple", TRUE)'), 'There is no table or slice "Peeple".', 'Did you mean "People"?'],
  ["jobs", find('FILTER("Jbos", TRUE)'), 'There is no table or slice "Jbos".', 'Did you mean "Jobs"?'],
  ["jobs", find('FILTER("Jobs", [Owner].[Nmae] = "x")'), 'There is no column "Nmae" here.', undefined],
  [
    "all",
    find('FILTER("Jobs", [Owner].[Nmae] = "x")'),
    'Table "People" has no column "Nmae".',
    'Did you mean "Name"?',
  ],
  [
    "jobs",
    find("Jobs[Owner]"),
    'The selector gives List of Ref, and a list of rows of "Jobs" is expected.',
    'Write FILTER("Jobs", condition).',
  ],
])("the key %s that sends %j", async (key, body, message, hint) => {
  const server = createServer({ engines: [await depot()] });
  const answer = await call(server, { app: "depot", key: `V2-${key}`, table: "Jobs", body });
  expect(answer.status).toBe(400);
  expect([answer.json.errors[0].message, answer.json.errors[0].hint]).toEqual([message, hint]);
  if (!("Properties" in body)) return;
  const url = "/api/v2/apps/depot/tables/Jobs/explain";
  const explained = await call(server, { url, key: `V2-${key}`, body });
  expect(explained.json.errors).toEqual(answer.json.errors);
});

test.each([
  ["a parameter", { ...find('FILTER("Jobs", [Machine] = [_PARAM].[m])') }, { Params: { m: "x" } }],
  ["an input", { Action: "Assign", Rows: [{ Job: "a" }] }, { Inputs: { m: "x" } }],
])("%s that is no key of a Ref is reported without the table of the Ref", async (_, body, values) => {
  const engine = await engineOf(MACHINES);
  await engine.add("Jobs", [{ Job: "a", Machine: 1 }]);
  const server = createServer({ engines: [engine] });
  const properties = { ...("Properties" in body ? body.Properties : {}), ...values };
  const sent = { ...body, Properties: properties };
  const { json } = await call(server, { app: "shop", key: "V2-jobs", table: "Jobs", body: sent });
  expect(json.errors[0]).toMatchObject({
    code: "run/unreadable-input",
    message: '"x" in "m" cannot be read as Ref.',
  });
});

const MACHINES = `
tablewright: 1
app:
  id: shop
  name: Shop
  api: { enabled: true, accessKeys: [{ name: jobs, key: V2-jobs, tables: [Jobs] }] }
tables:
  Jobs: { key: [Job], columns: { Job: { type: Text }, Machine: { type: Ref, table: Machines } } }
  Machines: { key: [No], columns: { No: { type: Number } } }
actions:
  Assign: { table: Jobs, set: { Machine: 'INPUT("m", [Machine])' } }
`;

test("a function that reads a table out of reach is no function for the key, and its name is not told", async () => {
  const functions = `functions:
  MACHINES_OF: { parameters: { no: Number }, result: Number, formula: "COUNT(FILTER(Machines, [No] = [_THISROW].[no]))" }
  OF_REF: { parameters: { machine: Ref of Machines }, result: Number, formula: "1" }
  OUTER: { parameters: { no: Number }, result: Number, formula: "MACHINES_OF([no])" }
  NEXT: { parameters: { no: Number }, result: Number, formula: "[no] + 1" }
`;
  const engine = await engineOf(MACHINES + functions);
  await engine.add("Jobs", [{ Job: "a", Machine: 1 }]);
  const server = createServer({ engines: [engine] });
  const ask = (condition: string) =>
    call(server, { app: "shop", key: "V2-jobs", table: "Jobs", body: find(`FILTER("Jobs", ${condition})`) });
  for (const condition of [
    "MACHINES_OF(1) > 0",
    "OF_REF([Machine]) > 0",
    "OUTER(1) > 0",
    "MACHINES_OFF(1) > 0",
  ]) {
    const { json } = await ask(condition);
    expect(json.errors.map((one: { code: string; hint?: string }) => [one.code, one.hint])).toEqual([
      ["name/unknown-function", undefined],
    ]);
  }
  expect((await ask("NEXT(1) = 2")).json).toMatchObject({ Rows: [{ Job: "a" }] });
});
