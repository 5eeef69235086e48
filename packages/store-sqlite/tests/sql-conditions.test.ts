/** Conditions compiled to SQL, on a file that the store itself has written. */
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { check, evaluateRow, RowTable, type TableScope } from "@tablewright/core/compiler";
import type { Scope } from "@tablewright/core/expression";
import {
  type CheckedExpression,
  Meter,
  type RequestContext,
  type StoredTable,
  type Value,
} from "@tablewright/core/storage";
import {
  compileSortKey,
  compileToSql,
  nativeFunctions,
  renderSql,
  type SqlColumn,
  type SqlTable,
} from "@tablewright/store-sql";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readScope } from "../../core/conformance/read-context.ts";
import { sqlite } from "../src/expression-dialect.ts";
import { sqliteStore } from "../src/index.ts";
import { temporaryFile } from "./temporary-file.ts";

const scope: Scope = {
  table: "Orders",
  tables: {
    Customers: { key: "ID", columns: { ID: "Text", Name: "Text", Rank: "Number" } },
    Orders: {
      key: "ID",
      columns: {
        ID: "Number",
        Customer: { type: "Ref", table: "Customers" },
        Total: "Price",
        Open: "Yes/No",
        Day: "Date",
        At: "DateTime",
        Clock: "Time",
        Span: "Duration",
        Tags: { type: "List", itemType: "Text" },
        Place: "LatLong",
        select: "Text",
      },
    },
  },
};

const column = (
  name: string,
  kind: StoredTable["columns"][number]["kind"],
  family: StoredTable["columns"][number]["family"],
) => ({
  name,
  kind,
  family,
  indexed: false,
});

const stored: readonly StoredTable[] = [
  {
    name: "Customers",
    columns: [
      column("ID", "text", "text"),
      column("Name", "text", "text"),
      column("Rank", "integer", "number"),
    ],
    key: [0],
    rowNumbers: "stable",
  },
  {
    name: "Orders",
    columns: [
      column("ID", "integer", "number"),
      column("Customer", "text", "text"),
      column("Total", "real", "number"),
      column("Open", "boolean", "yes/no"),
      column("Day", "integer", "date"),
      column("At", "integer", "datetime"),
      column("Clock", "integer", "time"),
      column("Span", "integer", "duration"),
      column("Tags", "json", "list"),
      column("Place", "text", "point"),
      column("select", "text", "text"),
    ],
    key: [0],
    rowNumbers: "stable",
  },
];

const customers: readonly (readonly Value[])[] = [
  ["c", "Ann", 3],
  ["C", "Änn", null],
  ["k", null, -1],
];

const orders: readonly (readonly Value[])[] = [
  [
    1,
    "c",
    12.5,
    true,
    20_000,
    1_728_000_001,
    86_399,
    -3_601,
    ["a", "B", null],
    "51.500000, -0.100000",
    "Straße",
  ],
  [2, "C", 0.1, false, -719_162, -62_135_596_800, 0, 0, [], "0.000000, 0.000000", "STRASSE"],
  [3, "gone", 0.30000000000001, null, 2_932_896, 253_402_300_799, 43_200, 90_061, ["🚢"], null, "🚢 x"],
  [4, null, null, true, null, null, null, null, [], null, null],
  [9_007_199_254_740_991, "k", -1e300, false, 19_782, 1_709_251_199, 1, 59, ["b", "b"], null, "\u212aey"],
];

const read = readScope(scope);
const { file, remove } = temporaryFile();
const tables = new Map<string, SqlTable>();
let database: DatabaseSync;

const context: RequestContext = {
  now: 1_773_500_966,
  utcNow: 1_773_500_966,
  timeZone: "Europe/Vienna",
  timeZoneName: "Europe/Vienna",
  locale: "en-US",
  location: "0.000000, 0.000000",
  user: { email: "ANN", name: null, role: null },
  settings: new Map(),
  parameters: new Map(),
  inputs: new Map(),
  random: () => 0,
  rowsOf: (name) => new RowTable(name === "Orders" ? orders : customers, read.tables.get(name) as TableScope),
  meter: new Meter(),
};

beforeAll(async () => {
  const store = sqliteStore(file);
  await store.open(stored);
  await store.write(async (transaction) => {
    await transaction.insert("Customers", customers);
    await transaction.insert("Orders", orders);
  });
  await store.close();
  database = new DatabaseSync(file, { readOnly: true });
  registerFunctions(database);
  for (const table of stored) tables.set(table.name, layoutOf(table));
});

afterAll(() => {
  database.close();
  remove();
});

function registerFunctions(connection: DatabaseSync): void {
  const { sum, mean, overflow, ...pure } = nativeFunctions;
  for (const [name, evaluate] of Object.entries(pure)) {
    const strict = (...values: unknown[]) =>
      values.includes(null) ? null : (evaluate as (...values: unknown[]) => SQLInputValue)(...values);
    connection.function(`tw_${name}`, { deterministic: true, varargs: true }, strict);
  }
  connection.function("tw_overflow", overflow);
  for (const [name, evaluate] of Object.entries({ sum, mean }))
    connection.aggregate(`tw_${name}`, {
      start: () => [] as never,
      step: (values: unknown, value: unknown) =>
        (value === null ? values : [...(values as number[]), value as number]) as never,
      result: (values: unknown) => evaluate(values as number[]) as never,
    });
}

/** Where the file says that a table lies. */
function layoutOf({ name, columns }: StoredTable): SqlTable {
  const said = database.prepare("select stored_as, columns from tablewright_tables where name = ?").get(name);
  const laidOut = JSON.parse(String(said?.columns)) as (SqlColumn & { readonly column: string })[];
  const inOrder = columns.map((one) => laidOut.find(({ column: own }) => own === one.name) as SqlColumn);
  return { name: String(said?.stored_as), columns: inOrder, slot: "_Slot", isNumberedBySlot: true };
}

function compiled(source: string, compile: typeof compileSortKey = compileToSql) {
  const { output } = check(source, read);
  const outcome = compile(
    output as CheckedExpression,
    { alias: "t", table: tables.get("Orders") as SqlTable },
    {
      dialect: sqlite,
      searches: "any",
      context,
      tableOf: (name) => tables.get(name),
      filterOf: () => undefined,
    },
  );
  if (outcome.stopped !== undefined) throw new Error(outcome.stopped.reason);
  return { expression: output as CheckedExpression, ...renderSql(outcome.sql, sqlite) };
}

describe("conditions keep the rows that the evaluator keeps", () => {
  test.each([
    "[ID] > 2",
    "[ID] - 1 = 9007199254740990",
    '[Customer] = "C"',
    '[Customer].[Name] <> "ann"',
    "[Customer].[Rank] >= 0",
    "[Total] = 0.05 + 0.05",
    "[Total] * 3 > 0.3",
    "[Open]",
    "NOT([Open])",
    '[Day] < "1/1/0002"',
    "[Day] + 1 > [At]",
    "YEAR([Day]) = 9999",
    "MONTH([At]) = 2",
    "DAY([At]) = 29",
    "[At] < NOW()",
    '[At] = "2024-10-04T00:00:01+02:00"',
    '[At] = DATETIME(LEFT("2024-10-03T22:00:01Z", 20 + COUNT([Tags])))',
    '[Clock] >= "12:00:00"',
    "TIME([At]) <> [Clock]",
    "HOUR([Span]) = -1",
    "[Span] <= [At] - [At]",
    'IN("b", [Tags])',
    "COUNT([Tags]) = 2",
    "ISBLANK([Tags])",
    '[Place] <> "0, 0"',
    '[select] = "straße"',
    'CONTAINS([select], "k")',
    'LEFT([select], 1) = "🚢"',
    "[select] & [Total] & [Day] & [Open] & [Clock] & [Span] = 'TRUE'",
    "COUNT(SELECT(Customers[ID], [ID] = [_THISROW].[Customer])) = 2",
    "[_RowNumber] = 3",
    "LOWER(USEREMAIL()) = [Customer].[Name]",
  ])("%s", (source) => {
    const { expression, text, values } = compiled(source);
    const name = `"${tables.get("Orders")?.name}"`;
    const kept = database
      .prepare(`select t."_Slot" as slot from ${name} as t where ${text} order by 1`)
      .all(...values);
    const numbered = orders.map((row, at) => [...row, at + 1]);
    const meant = numbered.flatMap((row, at) =>
      evaluateRow(expression, row, context) === true ? [at + 1] : [],
    );
    expect(
      kept.map(({ slot }) => slot),
      text,
    ).toEqual(meant);
    expect([0, orders.length], "the condition tells rows apart").not.toContain(meant.length);
  });
});

test("rows sort by a text as the language sorts them", () => {
  const { text } = compiled("[select]", compileSortKey);
  const sorted = database.prepare(
    `select "_Slot" as slot from "${tables.get("Orders")?.name}" as t order by ${text}`,
  );
  expect(sorted.all().map(({ slot }) => slot)).toEqual([4, 5, 2, 1, 3]);
});
