/** Decisions over HTTP: facts in, results with located errors out, by the rights of keys. */
import { createEngine, loadDefinition } from "@tablewright/core";
import { defineFunction } from "@tablewright/core/expression";
import { memoryStore } from "@tablewright/store-memory";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listening } from "./depot.ts";
import { engineOf } from "./engine-of.ts";

const DEFINITION = `tablewright: 1
app:
  id: shop
  name: Shop
  owner: boss@example.com
  api:
    enabled: true
    accessKeys:
      - { name: all, key: V2-all }
      - { name: decider, key: V2-decider, actions: [Decide] }
      - { name: finder, key: V2-finder, actions: [Find] }
      - { name: customers, key: V2-customers, actions: [Decide, Find], tables: [Customers] }
tables:
  Customers: { key: [Name], columns: { Name: { type: Text }, Spent: { type: Price } } }
  Orders: { key: [Order], columns: { Order: { type: Number }, Total: { type: Price } } }
decisions:
  DISCOUNT:
    description: What a tier is given off.
    parameters:
      tier: { type: Enum, values: [none, gold], required: true }
      total: { type: Price, min: 0, required: true }
      ship to: { type: Object, fields: { country: Text } }
    outputs: { rate: Percent, offer: { type: Object, fields: { name: Text, days: Number } } }
    hit: first
    inputs: ["[tier]", "[total]"]
    rows:
      - [gold, ">= 1000", 0.15, { name: big, days: 3 }]
      - [gold, "-", 0.1, { name: "=[ship to].[country]" }]
    otherwise: [0, null]
  SPENT: { parameters: { name: Text }, type: Price, formula: 'ANY(SELECT(Customers[Spent], [Name] = [_THISROW].[name]))' }
  ORDERS: { parameters: { least: Price }, type: Number, formula: 'COUNT(FILTER("Orders", [Total] >= [_THISROW].[least]))' }
  REVIEW:
    parameters: { total: Price }
    outputs: { level: { type: Text, default: none } }
    rules: [{ name: Large, when: "[total] > 5000", set: { level: manager }, event: { type: review, total: "<<[total]>>" } }]
`;

let served: Awaited<ReturnType<typeof listening>>;
beforeAll(async () => {
  const engine = await engineOf(DEFINITION);
  await engine.add("Customers", [{ Name: "Ann", Spent: 12.5 }]);
  served = await listening({ engines: [engine], limits: { rows: 3 } });
});
afterAll(() => served.close());

const ask = (name: string, body: unknown, key = "V2-all") =>
  served.ask(`/api/v2/apps/shop/decisions/${encodeURIComponent(name)}`, { method: "POST", body, key });

test("a fact that the decision has not is a warning of its result", async () => {
  const facts = [
    { tier: "gold", totl: 5, total: 1200 },
    { tier: "gold", total: 1, "ship to": { cuontry: "AT" } },
  ];
  const { json } = await ask("DISCOUNT", { Facts: facts });
  expect(json.Warnings).toBeUndefined();
  expect(json.Results).toMatchObject([
    {
      outputs: { rate: 0.15 },
      errors: [],
      warnings: [{ code: "decision/unknown-fact", pointer: "/totl", hint: 'Did you mean "total"?' }],
    },
    { outputs: { rate: 0.1 }, errors: [], warnings: [{ pointer: "/ship to/cuontry" }] },
  ]);
  const sound = await ask("DISCOUNT", { Facts: [{ tier: "gold", total: 1200 }] });
  expect(sound.json.Results[0]).not.toHaveProperty("warnings");
});

test("each of a list of facts has a result, and what is wrong with some is located", async () => {
  const facts = [
    { tier: "gold", total: 1200 },
    { tier: "silver", "ship to": { country: 5, x: 1 } },
    { tier: "gold", total: 1, "ship to": { country: "AT" } },
  ];
  const { status, json } = await ask("discount", { Facts: facts });
  expect(status).toBe(200);
  expect(json.Results).toMatchObject([
    {
      outputs: { rate: 0.15, offer: { name: "big", days: 3 } },
      fired: [{ decision: "DISCOUNT", row: 1 }],
      errors: [],
    },
    {
      outputs: {},
      fired: [],
      errors: [
        { code: "decision/wrong-fact", pointer: "/tier" },
        { code: "decision/missing-fact", pointer: "/total" },
      ],
    },
    { outputs: { rate: 0.1, offer: { name: "AT", days: null } }, errors: [] },
  ]);
});

test("events, the way to a result, and warnings of the body are in the answer", async () => {
  const { json } = await ask("REVIEW", {
    facts: [{ total: 9000 }, { total: 1 }],
    Explain: true,
    Fact: 1,
    Properties: { Timezone: "Mars" },
  });
  expect(json).toMatchObject({
    Results: [
      {
        outputs: { level: "manager" },
        events: [{ type: "review", total: 9000 }],
        rows: [
          { row: 1, rule: "Large", state: "fired", conditions: [{ source: "[total] > 5000", value: true }] },
        ],
      },
      { outputs: { level: "none" }, rows: [{ state: "not matched", conditions: [{ value: false }] }] },
    ],
    Warnings: [{ code: "request/unknown-member" }, { code: "request/ignored-property" }],
  });
  expect(json.Results[1].explanation).toContain('"Large" not matched: [total] > 5000');
});

describe("what is refused", () => {
  test.each<[string, string, unknown, string, number, string]>([
    ["no such decision", "DISCONT", { Facts: [{}] }, "V2-all", 400, "decision/not-found"],
    ["no such decision, for no facts", "DISCONT", { Facts: [] }, "V2-all", 400, "decision/not-found"],
    ["no list", "DISCOUNT", { Facts: { tier: "gold" } }, "V2-all", 400, "request/unreadable-body"],
    ["a body that is a list", "DISCOUNT", [], "V2-all", 400, "request/unreadable-body"],
    [
      "properties that are none",
      "DISCOUNT",
      { Facts: [{}], Properties: 5 },
      "V2-all",
      400,
      "request/unreadable-body",
    ],
    ["no facts at all", "DISCOUNT", {}, "V2-all", 400, "request/unreadable-body"],
    ["facts that are no object", "DISCOUNT", { Facts: [1] }, "V2-all", 400, "request/unreadable-body"],
    ["too many facts", "DISCOUNT", { Facts: [{}, {}, {}, {}] }, "V2-all", 413, "limit/rows"],
    ["facts twice", "DISCOUNT", { Facts: [], facts: [] }, "V2-all", 400, "request/duplicate-member"],
    ["a key for other actions", "DISCOUNT", { Facts: [{}] }, "V2-finder", 403, "access/not-allowed"],
    [
      "the way, of a limited key",
      "DISCOUNT",
      { Facts: [{}], Explain: true },
      "V2-decider",
      403,
      "access/not-allowed",
    ],
    [
      "rows, of a key without Find",
      "SPENT",
      { Facts: [{ name: "Ann" }] },
      "V2-decider",
      400,
      "decision/not-found",
    ],
    ["rows of another table", "ORDERS", { Facts: [{ least: 1 }] }, "V2-customers", 400, "decision/not-found"],
  ])("%s", async (_, name, body, key, status, code) => {
    const answer = await ask(name, body, key);
    expect(answer.headers.get("content-type")).toContain("application/problem+json");
    expect([answer.status, answer.json.code]).toEqual([status, code]);
    if (code === "request/unreadable-body") expect(JSON.stringify(answer.json)).toMatch(/such as .*Facts/);
    if (key === "V2-decider" && status === 403)
      expect(answer.json.detail).toMatch(/^"Explain" on "DISCOUNT"/);
  });

  test("a key may decide what it is given the action for, and what its tables are read by", async () => {
    const facts = { Facts: [{ tier: "none", total: 1 }] };
    expect((await ask("DISCOUNT", facts, "V2-decider")).json.Results[0].outputs.rate).toBe(0);
    const spent = await ask("SPENT", { Facts: [{ name: "Ann" }] }, "V2-customers");
    expect(spent.json.Results[0].outputs).toEqual({ SPENT: 12.5 });
  });
});

test("the list has what a key may ask, and rows only for keys without limits", async () => {
  const list = async (key: string) =>
    (await served.ask("/api/v2/apps/shop/decisions", { key })).json.decisions;
  const all = await list("V2-all");
  expect(all.map(({ name }: { name: string }) => name)).toEqual(["DISCOUNT", "SPENT", "ORDERS", "REVIEW"]);
  expect(all[0]).toMatchObject({
    description: "What a tier is given off.",
    parameters: [
      { name: "tier", type: "Enum", json: "string", required: true, values: ["none", "gold"] },
      { name: "total", json: "number", required: true, min: 0 },
      { name: "ship to", json: "object", fields: [{ name: "country" }] },
    ],
    outputs: [{ name: "rate" }, { name: "offer", fields: [{ name: "name" }, { name: "days" }] }],
    written: {
      kind: "table",
      hit: "first",
      rows: [{ row: 1, cells: ["gold", ">= 1000"], gives: ["0.15", '{"name":"big","days":3}'] }, { row: 2 }],
    },
  });
  const named = (decisions: readonly { name: string }[]) => decisions.map(({ name }) => name);
  const decider = await list("V2-decider");
  expect([named(decider), decider[0].written]).toEqual([["DISCOUNT", "REVIEW"], undefined]);
  expect(named(await list("V2-customers"))).toEqual(["DISCOUNT", "SPENT", "REVIEW"]);
  expect(await list("V2-finder")).toEqual([]);
});

test("what a function of the program threw is reported under the id of the request, and not answered", async () => {
  const { output: definition } = loadDefinition(`tablewright: 1
app: { id: rates, name: Rates, owner: o@example.com, api: { enabled: true, accessKeys: [{ name: all, key: V2-all }] } }
functions: { RATE: { host: true, parameters: { currency: Text }, result: Decimal } }
tables:
  Sales: { key: [ID], columns: { ID: { type: Number }, Rate: { type: Decimal, formula: 'RATE("EUR")' } } }
decisions: { DEAR: { parameters: { currency: Text }, type: Yes/No, formula: "RATE([currency]) > 2" } }
`);
  const evaluate = () => {
    throw new Error("the secret of the rate");
  };
  const parameters = [{ name: "currency", type: "Text" }];
  const functions = [defineFunction({ name: "RATE", parameters, result: "Decimal", evaluate })];
  const services = { now: Date.now, random: Math.random, newId: () => crypto.randomUUID() };
  const store = memoryStore();
  const engine = await createEngine({ definition: definition ?? expect.fail(), store, services, functions });
  const reported: (readonly [unknown, string])[] = [];
  const reportError = (error: unknown, id: string) => void reported.push([(error as Error).message, id]);
  const api = await listening({ engines: [engine], reportError });
  const post = (path: string, body: unknown) =>
    api.ask(`/api/v2/apps/rates/${path}`, { method: "POST", body });
  const added = await post("tables/Sales/Action", { Action: "Add", Rows: [{ ID: 1 }, { ID: 2 }] });
  expect([added.json.code, JSON.stringify(added.json).includes("secret")]).toEqual([
    "run/host-function",
    false,
  ]);
  expect(reported).toEqual([["the secret of the rate", added.json.traceId]]);
  const decided = await post("decisions/DEAR", { Facts: [{ currency: "EUR" }] });
  expect(decided.json.Results[0].errors).toMatchObject([{ code: "run/host-function" }]);
  expect(JSON.stringify(decided.json)).not.toContain("secret");
  expect(reported).toHaveLength(2);
  await api.close();
});
