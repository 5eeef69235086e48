/** The OpenAPI document: valid, and true of the rows that are really sent and answered. */

import { Validator } from "@seriousme/openapi-schema-validator";
import { componentNames, createEngine, loadDefinition, type Wire } from "@tablewright/core";
import { memoryStore } from "@tablewright/store-memory";
import { Ajv2020 } from "ajv/dist/2020.js";
import { fastify } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { recordApi } from "../src/index.ts";
import { depot, HOSTILE, listening } from "./depot.ts";

let served: Awaited<ReturnType<typeof listening>>;
beforeAll(async () => {
  served = await listening({ engines: [await depot()] });
});
afterAll(() => served.close());

const wires: readonly Wire[] = ["spec", "appsheet", "typed"];

async function documentOn(wire: Wire, key = "V2-all") {
  const { json } = await served.ask("/openapi.json", { key, headers: { Prefer: `wire=${wire}` } });
  return json;
}

test.each(wires)("on the wire %s it is a valid document of OpenAPI 3.1", async (wire) => {
  const result = await new Validator().validate(await documentOn(wire));
  expect(result.errors).toBeUndefined();
  expect(result.valid).toBe(true);
});

test.each(["V2-jobs", "V2-quiet"])("for the limited key %s it is valid, too", async (key) => {
  expect((await new Validator().validate(await documentOn("spec", key))).valid).toBe(true);
});

test("a limited key finds its tables and actions alone", async () => {
  const document = await documentOn("spec", "V2-jobs");
  expect(Object.keys(document.paths).filter((path) => path.endsWith("/Action"))).toEqual([
    "/api/v2/apps/depot/tables/Jobs/Action",
    "/api/v2/apps/depot/tables/Open%20Jobs/Action",
  ]);
  const actions = document.components.schemas.JobsCall.oneOf.map(actionsOf);
  expect(actions).toEqual([["Find"], ["Close"]]);
  expect(JSON.stringify(document)).not.toContain("People");
});

test("the rows that a key without Find is answered are those of its document", async () => {
  const ajv = validatorOf(await documentOn("spec", "V2-blind"));
  for (const [Action, row] of [
    ["Edit", { Job: 1, Title: "Swept" }],
    ["Add", { Job: 9, Title: "New" }],
  ] as const) {
    const body = { Action, Properties: { DryRun: true }, Rows: [row] };
    const { json } = await served.ask("/api/v2/apps/depot/tables/Jobs/Action", {
      key: "V2-blind",
      method: "POST",
      body,
    });
    expect(errorsIn(ajv, "JobsAnswer", json)).toEqual([]);
    expect(Object.keys(json.Rows[0]).length === 1).toBe(Action === "Edit");
  }
});

test("a table takes the calls that its updates and actions allow", async () => {
  const { schemas } = (await documentOn("spec")).components;
  expect(schemas.JobsCall.oneOf.map(actionsOf)).toEqual([["Find"], ["Add"], ["Edit"], ["Delete"], ["Close"]]);
  expect(schemas.ABUidsCall.oneOf.map(actionsOf)).toEqual([["Find"], ["Add"]]);
  expect(schemas.LogCall.oneOf.map(actionsOf)).toEqual([["Find"], ["Add"], ["Edit"], ["Delete"]]);
});

test("the key is in a header, or in the query where that is allowed", async () => {
  const strict = await listening({ engines: [await depot()], allowKeyInQuery: false });
  const { json } = await strict.ask("/openapi.json");
  await strict.close();
  expect(json.security).toEqual([{ accessKey: [] }]);
  expect(json.components.securitySchemes).toEqual({
    accessKey: { type: "apiKey", in: "header", name: "ApplicationAccessKey" },
  });
  expect((await documentOn("spec")).security).toHaveLength(2);
});

test("paths begin where the API is registered", async () => {
  const host = fastify();
  await host.register(recordApi, { engines: [await depot()], prefix: "/records" });
  const answer = await host.inject({
    url: "/records/openapi.json",
    headers: { applicationaccesskey: "V2-all" },
  });
  expect(answer.json().servers).toEqual([{ url: "/records" }]);
});

describe.each(wires)("what is sent and answered on the wire %s", (wire) => {
  // biome-ignore lint/suspicious/noExplicitAny: a document is looked into freely
  let document: any;
  let validator: Ajv2020;
  beforeAll(async () => {
    document = await documentOn(wire);
    validator = validatorOf(document);
  });

  test.each<[string, string, unknown]>([
    ["Jobs", "Jobs", { Action: "Find" }],
    ["Jobs", "Jobs", { Action: "Find", Rows: [{ Job: 1 }] }],
    [
      "Jobs",
      "Jobs",
      { Action: "Add", Properties: { DryRun: true }, Rows: [{ Job: "7", Title: "x", Tags: "a , b" }] },
    ],
    ["Jobs", "Jobs", { Action: "Edit", Rows: [{ Job: 1, Urgent: "N", Hours: "1.5" }] }],
    ["Jobs", "Jobs", { Action: "Delete", Properties: { DryRun: true }, Rows: [{ Job: 1 }] }],
    ["Jobs", "Jobs", { Action: "Close", Properties: { DryRun: true }, Rows: [{ Job: 1 }] }],
    ["Open Jobs", "OpenJobs", { Action: "Find" }],
    ["People", "People", { Action: "Find" }],
    [HOSTILE, "ABUids", { Action: "Add", Properties: { DryRun: true }, Rows: [{ 'X "1"': "a", "Y/2": 1 }] }],
    [HOSTILE, "ABUids", { Action: "Find", Rows: [{ _ComputedKey: "a: 1" }] }],
  ])("%s: %#", async (table, component, body) => {
    const path = `/api/v2/apps/depot/tables/${encodeURIComponent(table)}/Action`;
    expect(Object.keys(document.paths)).toContain(path);
    const answer = await served.ask(path, { method: "POST", body, headers: { Prefer: `wire=${wire}` } });
    expect([answer.status, answer.json]).toEqual([200, expect.anything()]);
    expect(errorsIn(validator, `${component}Call`, body)).toEqual([]);
    expect(errorsIn(validator, `${component}Answer`, answer.json)).toEqual([]);
  });

  test("a call that is refused is none of the document's, and its answer is a problem", async () => {
    const body = { Action: "Add", Rows: [{ Job: 1000 }] };
    const answer = await served.ask("/api/v2/apps/depot/tables/Jobs/Action", { method: "POST", body });
    expect(answer.status).toBe(400);
    expect(errorsIn(validator, "JobsCall", body)).not.toEqual([]);
    expect(errorsIn(validator, "Problem", answer.json)).toEqual([]);
    expect(errorsIn(validator, "JobsAnswer", answer.json)).not.toEqual([]);
  });
});

test("tables whose letters and digits are alike get different names", () => {
  const names = componentNames(["A b", "a-B", "Ab", "🚢", "船", "Ünï", "2026", "Table 2026"]);
  expect([...names.values()]).toEqual([
    "Ab",
    "aB_2",
    "Ab_3",
    "Table",
    "Table_2",
    "Uni",
    "Table2026",
    "Table2026_2",
  ]);
});

function actionsOf(form: { properties: { Action: { enum: string[] } } }): string[] {
  return form.properties.Action.enum;
}

/** What a JSON Schema validator has against a value. */
function errorsIn(ajv: Ajv2020, component: string, value: unknown): readonly unknown[] {
  const validate = ajv.getSchema(`document#/components/schemas/${component}`);
  if (validate === undefined) throw new Error(`There is no schema ${component}.`);
  return validate(value) ? [] : (validate.errors ?? []);
}

function validatorOf(document: object): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, formats: { date: /^\d{4}-\d\d-\d\d$/ } });
  return ajv.addSchema(document, "document");
}

test("objects have the schemas of their fields", async () => {
  const { output: definition } = loadDefinition(`
tablewright: 1
app:
  id: shop
  name: Shop
  owner: owner@example.com
  api: { enabled: true, accessKeys: [{ name: all, key: V2-all }] }
types: { Line: { sku: Text, price: Price } }
tables:
  Orders:
    key: [Order]
    columns:
      Order: { type: Text }
      Home: { type: Object, fields: { city: Text } }
      Lines: { type: List, of: Line }
`);
  if (definition === undefined) throw new Error("the definition has errors");
  const store = memoryStore();
  const services = { now: () => 0, random: () => 0.5, newId: () => "id" };
  const shop = await listening({ engines: [await createEngine({ definition, store, services })] });
  try {
    for (const wire of wires) {
      const { json } = await shop.ask("/openapi.json", {
        key: "V2-all",
        headers: { Prefer: `wire=${wire}` },
      });
      expect((await new Validator().validate(json)).errors).toBeUndefined();
      const row = Object.values(json.components.schemas as Record<string, { properties?: object }>).find(
        (schema) => Object.hasOwn(schema.properties ?? {}, "_RowNumber"),
      );
      const { Home, Lines } = (row?.properties ?? {}) as Record<string, object>;
      const fields = (names: object) => ({ properties: names });
      const price = { price: { type: ["number", "null"] }, sku: { type: ["string", "null"] } };
      const typed = { Home: fields({ city: { type: ["string", "null"] } }), Lines: { items: fields(price) } };
      if (wire === "typed") expect({ Home, Lines }).toMatchObject(typed);
      if (wire === "appsheet") expect({ Home, Lines }).toEqual({ Home: TEXT, Lines: TEXT });
      if (wire === "spec") expect(Lines).toMatchObject({ anyOf: [typed.Lines, { const: "" }] });
    }
  } finally {
    await shop.close();
  }
});

const TEXT = { type: "string" };
