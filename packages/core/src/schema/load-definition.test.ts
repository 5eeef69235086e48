import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { loadRules } from "../decisions/index.ts";
import { everyTable, typeName } from "../expression/parts.ts";
import { type AppDefinition, loadDefinition } from "./index.ts";

/** A definition of `tables`, with nothing wrong around them. */
function load(tables: string, rest = ""): AppDefinition {
  const { output, diagnostics } = loadDefinition(
    `tablewright: 1\napp: { id: a, name: A }\ntables:\n${tables}\n${rest}`,
  );
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  return output ?? expect.fail();
}

const table = (app: AppDefinition, name: string) => app.tables.get(name) ?? expect.fail();
const column = (app: AppDefinition, of: string, name: string) =>
  table(app, of).columns.find((one) => one.name === name) ?? expect.fail();

describe("the examples", () => {
  test.each(["people", "sales", "northwind"])("%s loads, with a warning about its plain key", (name) => {
    const file = resolve(import.meta.dirname, `../../../examples/${name}/app.yaml`);
    const { output, diagnostics } = loadDefinition(readFileSync(file, "utf8"), { file });
    expect(diagnostics.map(({ code }) => code)).toEqual(["definition/plain-key"]);
    expect(output?.name.toLowerCase()).toBe(name);
  });
});

test("what is left out has its default", () => {
  const app = load("  T: { columns: { ID: { type: Text, key: true }, N: { type: Number } } }");
  const { columns, storedColumns, scope, formulaOrder, autoNumbered, label, ...rest } = table(app, "T");
  expect(app).toMatchObject({ locale: "en-US", timezone: "UTC", blanks: "consistent", owner: undefined });
  expect(app.api).toEqual({ enabled: false, accessKeys: [], invocable: "spec" });
  expect(rest).toEqual({
    name: "T",
    source: undefined,
    key: [columns[0]],
    updates: new Set(["add", "edit", "delete"]),
    updatesExpression: undefined,
    securityFilter: undefined,
    withCheck: false,
    rowNumbers: "stable",
    strictValues: false,
    hit: "all",
  });
  expect(label).toBe(columns[0]);
  expect(storedColumns).toEqual(columns);
  expect([scope.rowNumberIndex, formulaOrder, autoNumbered]).toEqual([2, [], []]);
  expect(columns[1]).toMatchObject({ required: false, options: { separator: " , ", currency: undefined } });
});

test("JSON is a definition too, tabs and all", () => {
  const json = JSON.stringify(
    {
      tablewright: 1,
      app: { id: "a", name: "A" },
      tables: { T: { key: ["ID"], columns: { ID: { type: "Text" } } } },
    },
    null,
    "\t",
  );
  expect(loadDefinition(json).diagnostics).toEqual([]);
});

test("names that objects have of their own, and names like numbers, are names in the order they stand", () => {
  const app = load(`  constructor:
    key: [toString]
    columns:
      toString: { type: Text }
      hasOwnProperty: { type: Number, initialValue: "1" }
      "2": { type: Text }
      "1": { type: Text, validIf: 'LEN([2]) > 1' }
  valueOf: { key: [a], columns: { a: { type: Ref, table: constructor } } }`);
  expect([...app.tables.keys()]).toEqual(["constructor", "valueOf"]);
  expect(table(app, "constructor").columns.map(({ name }) => name)).toEqual([
    "toString",
    "hasOwnProperty",
    "2",
    "1",
    "Related valueOfs",
  ]);
});

test("stored columns count from 0, virtual ones have no position, Show columns are left out", () => {
  const app = load(`  T:
    key: [ID]
    columns:
      Head: { type: Show }
      V: { type: Text, virtual: true, formula: '"v"' }
      ID: { type: Text }
      L: { type: List, itemType: Ref, table: T, formula: 'FILTER("T", TRUE)' }
      N: { type: Number }`);
  expect(
    table(app, "T").columns.map((column) => [column.name, column.isVirtual ? "virtual" : column.index]),
  ).toEqual([
    ["V", "virtual"],
    ["ID", 0],
    ["L", "virtual"],
    ["N", 1],
  ]);
  expect(table(app, "T").scope.rowNumberIndex).toBe(2);
});

test("formulas come after those they read, by way of virtual columns too", () => {
  const app = load(`  T:
    key: [ID]
    columns:
      ID: { type: Text }
      A: { type: Number, formula: "[V] + 1" }
      V: { type: Number, virtual: true, formula: "[B] + 1" }
      B: { type: Number, formula: "[C] + 1" }
      C: { type: Number }
      Times: { type: Number, formula: "[_THISROW_BEFORE].[Times] + 1" }`);
  const order = table(app, "T").formulaOrder.map(({ name }) => name);
  expect(order.indexOf("B")).toBeLessThan(order.indexOf("A"));
  expect(order.indexOf("B")).toBeLessThan(order.indexOf("V"));
  expect(order.sort()).toEqual(["A", "B", "Times", "V"]);
});

test("virtual columns and slices are seen across tables, in whatever order they stand", () => {
  const app = load(
    `  Orders:
    key: [ID]
    columns:
      ID: { type: Number }
      Customer: { type: Ref, table: Customers }
      Greeting: { type: Text, virtual: true, formula: '"Dear " & [Customer].[Full]' }
  Customers:
    key: [ID]
    columns:
      ID: { type: Text }
      Name: { type: Text }
      Full: { type: Text, virtual: true, formula: '[Name] & COUNT(Big[ID])' }`,
    `slices:
  Big: { table: Orders, filter: '[ID] > COUNT(Small[ID])' }
  Small: { table: Orders, filter: '[ID] < 10' }`,
  );
  expect(column(app, "Orders", "Greeting").formula?.references.tables).toEqual(
    new Set(["Customers", "Orders"]),
  );
  expect(app.slices.get("Big")?.filter?.type).toEqual({ kind: "Yes/No" });
});

test("a Ref has the type of the key it points at, however long the chain", () => {
  const app = load(`  A: { key: [B], columns: { B: { type: Ref, table: b } } }
  B: { key: [C], columns: { C: { type: Ref, table: C } } }
  C: { key: [Day], columns: { Day: { type: Date } } }
  D: { key: [X, Y], columns: { X: { type: Ref, table: A }, Y: { type: Ref, table: D } } }
  E: { key: [Kind], columns: { Kind: { type: Enum, itemType: Number, values: [1, 2] }, D: { type: EnumList, itemType: Ref, table: E } } }`);
  const seen = ["A.B", "B.C", "D.X", "D.Y", "E.Kind", "E.D"].map((path) => {
    const [of = "", name = ""] = path.split(".");
    const { type, columnType } = column(app, of, name);
    return [typeName(type, everyTable), type.kind === "Ref" ? type.key.kind : "", columnType.storage];
  });
  expect(seen).toEqual([
    ["Ref of B", "Date", "integer"],
    ["Ref of C", "Date", "integer"],
    ["Ref of A", "Date", "integer"],
    ["Ref of D", "Text", "text"],
    ["Number", "", "integer"],
    ["List of Ref of E", "", "json"],
  ]);
});

test("bounds and values are read as the column's type reads cells", () => {
  const app = load(`  T:
    key: [ID]
    columns:
      ID: { type: Text }
      D: { type: Date, min: 2020-01-01, max: "12/31/2020" }
      T: { type: Time, min: "9:00" }
      P: { type: Percent, max: 50% }
      E: { type: Enum, values: [007, true, 1.50, x] }
      N: { type: Enum, itemType: Number, values: [1, "2,000"] }
      L: { type: EnumList, itemType: Date, values: [2020-01-01] }`);
  expect(column(app, "T", "D").options).toMatchObject({ min: 18262, max: 18627 });
  expect(column(app, "T", "T").options.min).toBe(32400);
  expect(column(app, "T", "P").options.max).toBe(0.5);
  expect(column(app, "T", "E").options.values).toEqual(["007", "true", "1.50", "x"]);
  expect(column(app, "T", "N").options.values).toEqual([1, 2000]);
  expect(column(app, "T", "L").options.values).toEqual([18262]);
});

test("a validity rule gives Yes/No, or a list whose items have the column's type", () => {
  const app = load(`  T:
    key: [ID]
    columns:
      ID: { type: Text, validIf: "LEN([_THIS]) = 5" }
      D: { type: Date, validIf: '{"2020-01-01", "2020-02-01"}' }
      R: { type: Ref, table: T, validIf: 'FILTER("T", TRUE)' }
      L: { type: EnumList, values: [a], validIf: 'LIST("a", "b")' }`);
  const ruleOf = (name: string) =>
    typeName(column(app, "T", name).validIf?.type ?? expect.fail(), everyTable);
  expect(["ID", "D", "R", "L"].map(ruleOf)).toEqual([
    "Yes/No",
    "List of Date",
    "List of Ref of T",
    "List of Text",
  ]);
});

test("a MultiColumnKey computes the joined key by itself", () => {
  const app = load(`  T:
    key: [A, B]
    columns: { A: { type: Text }, B: { type: Number }, K: { type: MultiColumnKey } }`);
  expect(column(app, "T", "K")).toMatchObject({ isVirtual: true, formula: { source: "[_ComputedKey]" } });
});

test.each([
  ["READ_ONLY", []],
  ["adds_only", ["add"]],
  ['"UPDATES_ONLY"', ["edit"]],
  ["ALL_CHANGES", ["add", "edit", "delete"]],
  ["[]", []],
  ["[delete]", ["delete"]],
])("updates: %s", (updates, modes) => {
  const app = load(`  T: { key: [ID], updates: ${updates}, columns: { ID: { type: Text } } }`);
  expect(table(app, "T").updates).toEqual(new Set(modes));
});

test("anchors and aliases repeat parts", () => {
  const app = load(`  T:
    key: [ID]
    columns:
      ID: { type: Text }
      A: &short { type: Text, maxLength: 3 }
      B: *short`);
  expect(column(app, "T", "B").options.maxLength).toBe(3);
});

test("a definition of rules is one error, which says what runs it", () => {
  const text =
    "tablewright: 1\nrules: { id: checkout }\nfacts: { tier: Text }\ndecisions:\n  D: { type: Text, formula: '[tier]' }";
  expect(loadDefinition(text).diagnostics).toEqual([
    {
      code: "definition/of-rules",
      severity: "error",
      member: "",
      message: "These are rules, not an application.",
      hint: 'Run them with "tablewright decide", or load them with "loadRules".',
      line: 1,
      character: 1,
    },
  ]);
});

test("an application in the place of rules is one error, too", () => {
  const text = "tablewright: 1\napp: { id: a, name: A }\ntables: {}\nslices: {}";
  const { diagnostics } = loadRules(text);
  expect(diagnostics).toMatchObject([
    { code: "definition/of-application", message: "This is an application, not rules.", line: 1 },
  ]);
});

test.each(["app.yaml", "./my shop/App.yml", "C:\\\\shop\\\\app.json"])(
  "the name of a file is no definition: %s",
  (name) => {
    const reasons = [loadDefinition(name), loadRules(name)].map(({ diagnostics }) =>
      diagnostics.map(({ message }) => message),
    );
    const expected =
      "The definition cannot be read: this is the name of a file; the text that the file has is expected.";
    expect(reasons).toEqual([[expected], [expected]]);
  },
);
