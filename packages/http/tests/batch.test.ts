import { afterAll, beforeAll, expect, test } from "vitest";
import { createServer } from "../src/index.ts";
import { call } from "./call.ts";
import { engineOf } from "./engine-of.ts";

const DEFINITION = `
tablewright: 1
app:
  id: shop
  name: Shop
  owner: owner@example.com
  history: { keep: 1d }
  api:
    accessKeys:
      - { name: all, key: V2-all }
      - { name: orders, key: V2-orders, tables: [Orders] }
      - { name: adding, key: V2-adding, actions: [Add] }
      - { name: ann, key: V2-ann, as: ann@example.com }
tables:
  Orders: { key: [Order], columns: { Order: { type: Text, initialValue: UNIQUEID() }, Amount: { type: Price, max: 9 }, Tags: { type: EnumList, values: [a] } } }
  Lines: { key: [Line], columns: { Line: { type: Number }, Order: { type: Ref, table: Orders }, Paid: { type: Yes/No } } }
`;

let server: ReturnType<typeof createServer>;

beforeAll(async () => {
  server = createServer({ engines: [await engineOf(DEFINITION)], limits: { rows: 3 } });
});
afterAll(() => server.close());

const batch = (body: unknown, headers: Readonly<Record<string, string>> = {}, key = "V2-all") =>
  call(server, { url: "/api/v2/apps/shop/batch", key, headers, body });

const order = { $ref: "#/0/Rows/0/Order" };
const addOrder = { Table: "Orders", Action: "Add", Rows: [{ Amount: 1.5 }] };
const addLine = (Line: number) => ({
  Table: "Lines",
  Action: "Add",
  Rows: [{ Line, Order: order, Paid: true }],
});
const find = { Table: "Lines", Action: "Find", Properties: { Limit: 1, Columns: ["Order", "Paid"] } };

test.each<[wire: string, paid: unknown, amount: unknown]>([
  ["typed", true, 1.5],
  ["spec", "Y", 1.5],
  ["appsheet", "Y", "1.5"],
])("on the wire %s an answer for each call, each as an object", async (wire, Paid, Amount) => {
  const line = ["typed", "spec", "appsheet"].indexOf(wire);
  const { status, json, headers } = await batch(
    { Calls: [addOrder, addLine(line), find] },
    { prefer: `wire=${wire}` },
  );
  expect([status, headers["preference-applied"]]).toEqual([200, `wire=${wire}`]);
  const [{ Rows: orders }, { Rows: lines }, found] = json.Answers;
  expect(orders).toMatchObject([{ Amount }]);
  expect(lines).toMatchObject([{ Order: orders[0].Order, Paid }]);
  expect(found.Rows).toMatchObject([{ Paid }]);
  expect(Object.keys(found)).toEqual(line === 0 ? ["Rows"] : ["Rows", "After"]);
  expect(Object.keys(json)).toEqual(wire === "typed" ? ["Answers", "Call"] : ["Answers"]);
});

test.each<[what: string, body: unknown, key: string, status: number, error: object]>([
  ["no list of calls", {}, "V2-all", 400, { code: "request/unreadable-body" }],
  ["no calls", { Calls: [] }, "V2-all", 400, { code: "request/calls-missing" }],
  [
    "an action beside the calls",
    { Action: "Add", Calls: [addOrder] },
    "V2-all",
    400,
    { code: "request/unreadable-body" },
  ],
  [
    "a call that is none",
    { Calls: [addOrder, 1] },
    "V2-all",
    400,
    { call: 2, code: "request/unreadable-body" },
  ],
  [
    "a call without a table",
    { Calls: [{ Action: "Add" }] },
    "V2-all",
    400,
    { call: 1, code: "request/unreadable-body" },
  ],
  [
    "too many rows in all",
    { Calls: [addOrder, addLine(7), addOrder, addOrder] },
    "V2-all",
    413,
    { call: 4, code: "limit/rows" },
  ],
  [
    "a table out of reach",
    { Calls: [addOrder, addLine(7)] },
    "V2-orders",
    404,
    { call: 2, code: "table/not-found" },
  ],
  [
    "an action out of reach",
    { Calls: [addOrder, find] },
    "V2-adding",
    403,
    { call: 2, code: "access/not-allowed" },
  ],
  [
    "another person",
    { Calls: [addOrder], Properties: { RunAsUserEmail: "x@example.com" } },
    "V2-ann",
    403,
    { code: "access/not-allowed" },
  ],
  [
    "another person in a call",
    { Calls: [{ ...addOrder, Properties: { UserId: "x@example.com" } }] },
    "V2-ann",
    403,
    { call: 1, code: "access/not-allowed" },
  ],
  [
    "a cell",
    { Calls: [addOrder, { ...addOrder, Rows: [{ Amount: 10 }] }] },
    "V2-all",
    400,
    { call: 2, row: 1, column: "Amount", code: "cell/out-of-bounds" },
  ],
  [
    "a reference",
    { Calls: [addLine(7)] },
    "V2-all",
    400,
    { call: 1, row: 1, column: "Order", code: "request/reference" },
  ],
])("%s is refused at its place, and nothing is kept", async (_, body, key, status, error) => {
  const before = await all();
  const answer = await batch(body, {}, key);
  expect([answer.status, answer.json.errors]).toMatchObject([status, [error]]);
  expect(answer.headers["content-type"]).toMatch(/^application\/problem\+json/);
  expect(await all()).toEqual(before);
});

test("a problem says the call in its sentence, and warnings have their calls", async () => {
  const { json } = await batch({ Calls: [addOrder, { ...addOrder, Rows: [{ Amount: 10 }] }] });
  expect(json.detail).toMatch(/^Call 2, row 1, column "Amount": /);
  const warned = await batch({ Calls: [{ ...find, Extra: [] }] });
  expect(warned.json.Warnings).toMatchObject([{ call: 1, code: "request/unknown-member" }]);
});

test("what comes twice with a key is carried out once", async () => {
  const headers = { "idempotency-key": "k", prefer: "wire=typed" };
  const first = await batch({ Calls: [addOrder] }, headers);
  const again = await batch({ Calls: [addOrder] }, headers);
  expect(again.json).toEqual(first.json);
  expect([first, again].map((answer) => answer.headers["idempotency-replayed"])).toEqual([undefined, "true"]);
});

test("why a dry run does what it does, to who may read the definition", async () => {
  const traced = { prefer: "trace" };
  const dry = { Calls: [addOrder, addLine(8)], Properties: { DryRun: true } };
  const { status, json } = await batch(dry, traced);
  expect([status, json.Answers.length, json.Traces.length]).toEqual([200, 2, 2]);
  expect(json.Traces[0].steps[0]).toMatchObject({ about: "row" });
  expect((await batch({ Calls: [addOrder] }, traced)).json.code).toBe("request/traced-change");
  expect((await batch(dry, traced, "V2-adding")).json.code).toBe("access/not-allowed");
});

test("a limit on the values of a row counts each row of each call", async () => {
  const limits = { rows: 10, rowValues: 40 };
  const small = createServer({ engines: [await engineOf(DEFINITION)], limits });
  const ask = async (path: string, body: object) =>
    (await call(small, { url: `/api/v2/apps/shop/${path}`, key: "V2-all", body })).json.code;
  const order = (items: number) => ({ Tags: Array.from({ length: items }, () => "a") });
  for (const [items, code] of [
    [22, undefined],
    [60, "limit/row-values"],
  ] as const) {
    const add = { Action: "Add", Rows: [order(22), order(22), order(22), order(22), order(items)] };
    const calls = [1, 2].map(() => ({ ...add, Table: "Orders" }));
    const codes = [await ask("tables/Orders/Action", add), await ask("batch", { Calls: calls })];
    expect(codes).toEqual([code, code]);
  }
  await small.close();
});

const row = (cells: string) => `{"Table":"Orders","Action":"Add","Rows":[{"Amount":1},{${cells}}]}`;

test.each<[what: string, one: string, error: object]>([
  ["a column twice", row('"Amount":1,"Amount":2'), { code: "column/twice", row: 2, column: "Amount" }],
  ["a number", row('"Amount":1e999'), { code: "limit/number", row: 2, column: "Amount" }],
  ["a number in a cell", row('"Amount":[{"a":1e999}]'), { code: "limit/number", row: 2, column: "Amount" }],
  [
    "a member of a cell twice",
    row('"Amount":{"a":1,"a":2}'),
    { code: "request/duplicate-member", row: 2, column: "Amount" },
  ],
  ["an action twice", '{"Action":"Find","Action":"Add"}', { code: "request/duplicate-member" }],
  ["a number of a property", '{"Action":"Find","Properties":{"Limit":1e999}}', { code: "limit/number" }],
])("the text of a body: %s has its place, in any case of letters", async (_, one, error) => {
  const alone = await call(server, {
    url: "/api/v2/apps/shop/tables/Orders/Action",
    key: "V2-all",
    body: one,
  });
  const [told] = alone.json.errors;
  expect(told).toMatchObject(error);
  expect([told.row, told.column]).toEqual([Reflect.get(error, "row"), Reflect.get(error, "column")]);
  const body = `{"Calls":[${JSON.stringify(find)},${one}]}`;
  for (const text of [body, body.replace("Calls", "calls").replace("Rows", "ROWS")]) {
    const { status, json } = await batch(text);
    const { code, row, column } = told;
    expect([status, json.errors.map(placeIn)]).toEqual([400, [{ code, call: 2, row, column }]]);
  }
});

const placeIn = ({ code, call, row, column }: Readonly<Record<string, unknown>>) => ({
  code,
  call,
  row,
  column,
});

test("If-Match is refused, because each row has its own version", async () => {
  const before = await all();
  const { status, json } = await batch({ Calls: [addOrder] }, { "if-match": '"stale"' });
  expect([status, json.code]).toEqual([400, "request/batch-property"]);
  expect(json.detail).toContain('"If-Match"');
  expect(json.detail).toContain('"_Version"');
  expect(await all()).toEqual(before);
});

test("beside the rows, traced calls are answered what they are without a trace", async () => {
  await batch({ Calls: [addOrder, addLine(20), addLine(21)] });
  const Properties = { Limit: 1, Count: true, Nope: 1 };
  const body = { Calls: [{ ...find, Properties }], Properties: { Nada: 1 }, Extra: 1 };
  const [{ json: plain }, { json: traced }] = [await batch(body), await batch(body, { prefer: "trace" })];
  expect(Object.keys(plain.Answers[0])).toEqual(["Rows", "After", "Count", "Warnings"]);
  const { Traces, ...rest } = traced;
  expect([rest, Traces.length]).toEqual([plain, 1]);

  const one = {
    url: "/api/v2/apps/shop/tables/Lines/Action",
    key: "V2-all",
    body: { Action: "Find", Properties },
  };
  const { json: alone } = await call(server, one);
  const { Trace, ...withoutTrace } = (await call(server, { ...one, headers: { prefer: "trace" } })).json;
  expect([withoutTrace, typeof Trace]).toEqual([alone, "object"]);
});

test("an error in a property of the batch is told once, and not of a call", async () => {
  const { status, json } = await batch({ Calls: [find, find], Properties: { DryRun: "maybe" } });
  expect([status, json.errors.length, "call" in json.errors[0]]).toEqual([400, 1, false]);
});

test("many rows are sent as they are made", async () => {
  const engine = await engineOf(DEFINITION);
  await engine.add(
    "Lines",
    Array.from({ length: 2_000 }, (_, Line) => ({ Line })),
  );
  const large = createServer({ engines: [engine] });
  const { json } = await call(large, {
    url: "/api/v2/apps/shop/batch",
    key: "V2-all",
    body: { Calls: [{ Table: "Lines", Action: "Find" }, find, { Table: "Lines", Action: "Find" }] },
  });
  expect(json.Answers.map(({ Rows }: { Rows: readonly unknown[] }) => Rows.length)).toEqual([
    2_000, 1, 2_000,
  ]);
  await large.close();
});

async function all(): Promise<unknown> {
  const { json } = await batch({ Calls: ["Orders", "Lines"].map((Table) => ({ Table, Action: "Find" })) });
  return json;
}
