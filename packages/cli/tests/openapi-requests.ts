/** An application with a column of every type, and requests to every path of its API. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";

export type Json = Readonly<Record<string, unknown>>;

const { properties: form } = JSON.parse(
  readFileSync(resolve(import.meta.dirname, "../../../docs/definition.schema.json"), "utf8"),
);
const COLUMN_TYPES: readonly string[] =
  form.tables.additionalProperties.properties.columns.additionalProperties.properties.type.enum;

/** What the types need beside their name. */
const OPTIONS: Json = {
  Price: { min: 0, decimalDigits: 2, currency: "€" },
  Date: { min: "2020-01-01" },
  Text: { maxLength: 40, description: "Of each type one." },
  Enum: { values: ["Open", "Closed"] },
  EnumList: { values: ["Red", "Blue"], allowOtherValues: true },
  Ref: { table: "Parts" },
  Object: { fields: { "A Text": "Text", "A Number": "Number", Lines: { type: "List", of: "Line" } } },
  List: { virtual: true, formula: "LIST(1, 2) + LIST(3)" },
  Show: { description: "A heading." },
  "Yes/No": { showIf: "ISNOTBLANK([A Text])", editableIf: "ISBLANK([A Text])" },
};

const VALUES: Json = {
  Text: "harbour",
  Email: "ada@example.com",
  Url: { Url: "https://example.com/a", LinkText: "Our shop" },
  Number: 42,
  Decimal: 1234.5,
  Percent: 0.25,
  Price: 810,
  Progress: "Half",
  Date: "2026-04-03",
  Time: "18:30:33",
  DateTime: "2026-04-03T18:30:00",
  Duration: "12:00:00",
  "Yes/No": true,
  Enum: "Open",
  EnumList: ["Red", "green"],
  Ref: "a: 1",
  LatLong: [47.6, -122.3],
  XY: "50, 25",
  Color: "Blue",
  Object: { "A Text": "harbour", "A Number": 42, Lines: [{ Quantity: 2, Price: 9.9 }] },
  Json: { a: [1, "12", null], b: { c: true } },
};

/** Lists of what `of` says are JSON on more wires than other lists. */
const LISTS: Json = { Lines: "Line", Amounts: "Decimal", Parts: "Json" };

const columnOf = (type: string) => `A ${type}`;
const FILLED = {
  ...Object.fromEntries(Object.entries(VALUES).map(([type, value]) => [columnOf(type), value])),
  ...{ Lines: [{ Quantity: 2 }, {}], Amounts: [1.5, 2], Parts: ["12", { a: [] }] },
};

export const DEFINITION = {
  tablewright: 1,
  decisions: {
    PICK: {
      description: "What is picked.",
      parameters: {
        level: { type: "Enum", values: ["low", "high"], required: true },
        amount: { type: "Price", min: 0, max: 9 },
        at: { type: "Object", fields: { city: "Text" } },
        tags: { type: "List", itemType: "Text" },
      },
      outputs: {
        rate: "Percent",
        places: { type: "List", of: { type: "Object", fields: { city: "Text" } } },
      },
      hit: "first",
      inputs: ["[level]", "[amount]"],
      rows: [["high", "> 5", 0.5, [{ city: "=[at].[city]" }]]],
      otherwise: ["=1 / [amount]", null],
    },
  },
  app: {
    id: "forms",
    name: "Forms",
    owner: "owner@example.com",
    locale: "de-DE",
    history: { keep: "30d" },
    api: {
      accessKeys: [
        { name: "all", key: "V2-all", events: true, tests: true, undo: true, editDefinition: true },
        { name: "some", key: "V2-some", tables: ["Every", "Theirs"], actions: ["Find", "Touch"] },
      ],
    },
  },
  types: { Line: { Quantity: "Number", Price: "Price" } },
  tables: {
    Every: {
      key: ["Id"],
      columns: {
        Id: { type: "Number" },
        ...Object.fromEntries(
          COLUMN_TYPES.map((type) => [columnOf(type), { type, ...(OPTIONS[type] as Json | undefined) }]),
        ),
        ...Object.fromEntries(Object.entries(LISTS).map(([name, of]) => [name, { type: "List", of }])),
        "Large Lines": {
          ...{ type: "List", of: "Line", virtual: true },
          formula: "FILTER([Lines], [Quantity] > 1)",
        },
        Anything: { type: "Text", virtual: true, formula: 'IF([Id] = 1, [A Text], "")' },
      },
    },
    Parts: {
      key: ["Name", "No"],
      columns: { Name: { type: "Text" }, No: { type: "Number" }, Whole: { type: "Ref", table: "Every" } },
    },
    Theirs: {
      source: "theirs",
      key: ["Id"],
      columns: { Id: { type: "Number", source: "id" }, Note: { type: "Text", source: "note" } },
    },
  },
  slices: { Open: { table: "Every", filter: '[A Enum] = "Open"', columns: ["Id", "A Date"] } },
  actions: { Touch: { table: "Every", set: { "A Text": '"touched"', "A Number": 'INPUT("n", 1)' } } },
  rules: {
    Tell: {
      table: "Every",
      on: ["add", "edit"],
      steps: [{ webhook: { url: "https://example.com/<<[Id]>>", secret: "env:NO_SECRET" } }],
    },
    Note: { table: "Parts", every: "@daily", steps: [{ webhook: { url: "https://example.com" } }] },
  },
};

export const TESTS = `tests:
  nothing is there: { when: [{ table: Every, Action: Find, expect: { rows: [] } }] }
  something is there: { when: [{ table: Every, Action: Find, expect: { rows: [{ Id: 1 }] } }] }
`;

const SELECTOR = 'TOP(ORDERBY(FILTER("Every", AND([A Number] > 1, CONTAINS([Anything], "r"))), [A Date]), 3)';
const SUMMARY = {
  By: ["A Enum", "A Date", "A EnumList", "A Yes/No"],
  Values: {
    Rows: "COUNT",
    Sum: { SUM: "A Decimal" },
    Mean: { AVERAGE: "A Duration" },
    Least: { MIN: "A Date" },
  },
};
const CELLS = { ...FILLED, Id: 1 };
/** As of each request. */
const NOW = {
  get AsOf() {
    return new Date().toISOString();
  },
};
export const PARTS = "/tables/Parts/Action";
export const THEIRS = "/tables/Theirs/Action";
const EVERY = "/tables/Every/Action";

/** The requests of one round, in their order, with the status of their answers on the whole key. */
export const REQUESTS: readonly [
  status: number,
  method: string,
  path: string,
  body?: Json,
  prefer?: string,
][] = [
  [200, "POST", EVERY, { Action: "Add", Rows: [CELLS, { Id: 2 }] }],
  [200, "POST", PARTS, { Action: "Add", Rows: [{ Name: "a", No: 1, Whole: 1 }] }],
  [200, "POST", EVERY, { Action: "Add", Rows: [{ Id: 3, "A ChangeCounter": 7 }] }],
  [200, "POST", THEIRS, { Action: "Add", Rows: [{ Id: 9, Note: "y" }] }],
  [200, "POST", EVERY, { Action: "Find" }],
  [200, "POST", PARTS, { Action: "Find", Rows: [{ _ComputedKey: "a: 1" }] }],
  [200, "POST", THEIRS, { Action: "Find" }],
  [200, "POST", "/tables/Open/Action", { Action: "Find" }],
  [200, "POST", EVERY, { Action: "Find", Properties: { Columns: ["A Date", "A List"] } }],
  [200, "POST", EVERY, { Action: "Find", Properties: { Limit: 1, Count: true } }],
  [200, "POST", EVERY, { Action: "Find", Properties: { Version: true, Form: true } }],
  [200, "POST", EVERY, { Action: "Find", Properties: { Locale: "ja-JP", Selector: "Every[Id]" } }],
  [200, "POST", EVERY, { Action: "Find", Properties: { Theme: "dark" } }],
  [400, "POST", EVERY, { Action: "Find", Properties: { Colums: [] } }],
  [200, "POST", EVERY, { Action: "Find" }, "trace"],
  [200, "POST", EVERY, { Action: "Add", Properties: { DryRun: true }, Rows: [{ Id: 4 }] }, "trace"],
  [400, "POST", EVERY, { Action: "Add", Properties: { DryRun: true }, Rows: [{ Id: 2 }] }, "trace"],
  [200, "POST", EVERY, { Action: "Edit", Rows: [{ Id: 2, "A Date": "2026-12-31" }] }],
  [200, "POST", THEIRS, { Action: "Edit", Rows: [{ Id: 1, Note: "z" }] }],
  [200, "POST", EVERY, { Action: "Touch", Properties: { Inputs: { n: 3 } }, Rows: [{ Id: 1 }] }],
  [200, "POST", EVERY, { Action: "Find", Properties: NOW }],
  [400, "POST", EVERY, { Action: "Edit", Rows: [{ Id: 1, "A Date": "x", "A Number": "y" }] }],
  [404, "POST", EVERY, { Action: "Edit", Rows: [{ Id: 77, "A Number": 1 }] }],
  [400, "POST", EVERY, { Action: "Find", Properties: { Selector: "FILTER(" } }],
  [200, "GET", "/decisions"],
  [
    200,
    "POST",
    "/decisions/PICK",
    {
      Facts: [
        { level: "high", amount: 6, at: { city: "Graz" }, tags: ["a"] },
        { level: "low", amount: 0 },
      ],
    },
  ],
  [200, "POST", "/decisions/PICK", { Facts: [{ level: "low", amount: 2 }], Explain: true, Fact: 1 }],
  [400, "POST", "/decisions/PICK", { Facts: 5 }],
  [400, "POST", EVERY, { Action: "Fnd" }],
  [200, "POST", "/tables/Every/summary", SUMMARY],
  [200, "POST", "/tables/Every/summary", { ...SUMMARY, Properties: { Limit: 1 } }],
  [400, "POST", "/tables/Every/summary", { By: ["Nope"], Values: { n: "COUNT" } }],
  [200, "POST", "/tables/Every/explain", { Properties: { Selector: SELECTOR, Count: true } }],
  [200, "POST", "/tables/Every/explain", { Rows: [{ Id: 1 }] }],
  [200, "POST", "/tables/Every/explain", { Properties: { Selector: "LIST(1, 2)" } }],
  [200, "POST", "/tables/Open/explain", { Properties: { Limit: 2 } }],
  [200, "POST", "/tables/Every/explain", SUMMARY],
  [200, "GET", "/tables/Every/schema"],
  [200, "GET", "/tables/Parts/schema"],
  [200, "GET", "/tables/Theirs/schema"],
  [200, "GET", "/tables/Open/schema"],
  [404, "GET", "/tables/Nope/schema"],
  [200, "GET", "/tables"],
  [200, "GET", "/tables/Every/history?key=1"],
  [400, "GET", "/tables/Every/history"],
  [200, "GET", "/changes?limit=2"],
  [400, "GET", "/changes?after=nothing"],
  [200, "GET", "/events"],
  [404, "GET", "/events/none"],
  [200, "POST", "/events/drop", { Ids: ["none"] }],
  [200, "POST", "/events/retry", { Failed: true }],
  [200, "GET", "/runs"],
  [200, "GET", "/rules"],
  [200, "GET", "/tests"],
  [200, "POST", "/tests"],
  [200, "GET", "/tests"],
  [404, "POST", "/calls/none/undo", {}],
  [200, "POST", EVERY, { Action: "Delete", Rows: [{ Id: 1 }, { Id: 2 }, { Id: 3 }] }],
  [200, "POST", THEIRS, { Action: "Delete", Rows: [{ Id: 9 }] }],
  [200, "POST", PARTS, { Action: "Delete", Rows: [{ Name: "a", No: 1 }] }],
];
