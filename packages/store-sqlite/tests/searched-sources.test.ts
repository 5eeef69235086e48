/**
 * Tables of another program whose key SQLite counts are searched a window of keys at a time, and give the rows that they give at once;
 * slow searches inside a condition are left to the engine. Keys begin below zero and have gaps.
 */
import { DatabaseSync } from "node:sqlite";
import { check } from "@tablewright/core/compiler";
import type { Scope } from "@tablewright/core/expression";
import {
  type CheckedExpression,
  type FindPlan,
  findAll,
  type StoredColumn,
  type StoredTable,
} from "@tablewright/core/storage";
import { testContext } from "@tablewright/store-contract";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { readScope } from "../../core/conformance/read-context.ts";
import { SqliteConnection } from "../src/connection.ts";
import { sqliteStore } from "../src/index.ts";
import { expectLeftToEngine, expectSameRows, passTime } from "./expect-same-rows.ts";
import { temporaryFile } from "./temporary-file.ts";

const { file, remove } = temporaryFile();
const store = sqliteStore(file);
const context = testContext();

beforeAll(async () => {
  const theirs = new DatabaseSync(file);
  theirs.exec(`
    create table visits (id integer primary key, person integer, minutes numeric, note text);
    create table members (id integer primary key, rank integer, city text);
    create table sparse (id integer primary key, rank integer, city text);
    with recursive n(at) as (select 0 union all select at + 1 from n where at < 99)
      insert into sparse select at * 90071992547409, 1, 'City' from n;
    create table giants (id integer primary key, note text);
    insert into giants values (-9223372036854775808, 'a'), (7, 'b'), (9223372036854775807, 'ab');
    create table codes (code text primary key, note text);
    create table parts (line integer, part text, note text, primary key (line, part));
    create table named (rowid text primary key, _rowid_ text, note text);
    with recursive n(at) as (select 0 union all select at + 1 from n where at < 19999)
      insert into visits select at * at - 5000000, at % 2000, at % 90 / 4.0, 'note ' || at from n where at % 3 > 0;
    with recursive n(at) as (select 0 union all select at + 1 from n where at < 1999)
      insert into members select (at - 500) * 3, at % 7, 'City ' || (at % 50) from n;
    insert into codes select 'c' || id, note from visits;
    insert into parts select (person * 7919) % 2000, 'p' || (id % 7) || id, note from visits;
    insert into named select 'n' || id, null, note from visits where id % 5 = 0;`);
  theirs.close();
  await store.open(TABLES);
  const people = Array.from({ length: 2_000 }, (_, at) => [at, at % 7, `City ${at % 50}`]);
  await store.write((transaction) => transaction.insert("People", people));
});

afterEach(() => void vi.restoreAllMocks());

afterAll(async () => {
  await store.close();
  remove();
});

describe.each(["People", "Members"])("%s", (name) => {
  test.each([
    'IN([Id], SELECT(Visits[Person], CONTAINS([Note], "77")))',
    'IN([City], SELECT(Visits[Person], CONTAINS([Note], "999"))[City])',
    '[Rank] * 100 > COUNT(SELECT(Visits[Id], CONTAINS([Note], "99")))',
    "[Rank] * 30000 > SUM(Visits[Minutes])",
    "[Rank] * 10 > AVERAGE(Visits[Minutes])",
    '[Id] = ANY(SELECT(Visits[Person], CONTAINS([Note], "1950")))',
    '[Id] = INDEX(SELECT(Visits[Person], CONTAINS([Note], "1999")), 5)',
    '[Id] = LOOKUP("note 12346", "Visits", "Note", "Person")',
    '[Rank] > COUNT(UNIQUE(SELECT(Visits[Person], CONTAINS([Note], "nowhere"))))',
  ])("left to the engine once it takes long: %s", async (source) => {
    await expectLeftToEngine(store, plan(source, name));
  });
});

test("in an order and up to a limit, in both directions", async () => {
  const order = [
    { expression: checked("[City]", "Members"), descending: true },
    { expression: checked("[Rank]", "Members"), descending: false },
  ];
  const searching = plan('CONTAINS([City], "4")', "Members");
  await expectSameRows(store, { ...searching, order });
  await expectSameRows(store, { ...searching, order, limit: 9 });
});

test("keys that leave out millions cost no windows", async () => {
  const steps = vi.spyOn(SqliteConnection.prototype, "readWithin");
  passTime();
  const { rows } = await store.read((transaction) =>
    findAll(transaction, plan('CONTAINS([City], "x")', "Sparse")),
  );
  expect(rows).toEqual([]);
  expect(steps.mock.calls.length).toBeLessThan(300);
});

test("rows come in the order of their keys, and have no number", async () => {
  passTime();
  const { rows } = await store.read((transaction) =>
    findAll(transaction, plan('CONTAINS([City], "4")', "Members")),
  );
  expect(rows).toHaveLength(560);
  expect(rows.map(([id]) => id)).toEqual(rows.map(([id]) => Number(id)).sort((a, b) => a - b));
  expect(new Set(rows.map((row) => row.at(-1)))).toEqual(new Set([null]));
});

test("keys that no number holds are searched as well, at a stretch", async () => {
  vi.spyOn(performance, "now").mockReturnValue(0);
  const { rows, residual } = await store.read((transaction) =>
    findAll(transaction, plan('COUNT(SELECT(Giants[Note], CONTAINS([Note], "a"))) = [Rank]')),
  );
  expect(residual).toEqual([]);
  expect(rows.every(([, rank]) => rank === 2)).toBe(true);
  expect(rows).toHaveLength(286);
});

describe("tables whose key is no number of the database", () => {
  test.each([
    ['CONTAINS([Note], "9")', "Codes"],
    ['OR([Code] = "C-4999999", CONTAINS([Note], "123"))', "Codes"],
    ['CONTAINS([Note], "7")', "Parts"],
    ['CONTAINS([Note], "7")', "Named"],
  ])("rows come in the order of their keys: %s, of %s", async (source, name) => {
    for (const order of [[], [{ expression: checked("[Note]", name), descending: true }]])
      for (const limit of [undefined, 5])
        await expectSameRows(store, { ...plan(source, name), order, ...(limit && { limit }) });
  });

  test.each([
    '[Rank] * 3000 > COUNT(SELECT(Codes[Code], CONTAINS([Note], "1")))',
    'IN([Id], SELECT(Parts[Line], CONTAINS([Note], "77")))',
    "[Rank] * 20000000 > SUM(Parts[Line])",
    '[Id] = INDEX(SELECT(Parts[Line], CONTAINS([Note], "2")), 5)',
  ])("searches of them are left to the engine once they take long: %s", async (source) => {
    await expectLeftToEngine(store, plan(source));
  });
});

function plan(source: string, name = "People"): FindPlan {
  return { table: name, conditions: [checked(source, name)], order: [], context };
}

function checked(source: string, name: string): CheckedExpression {
  const { output, diagnostics } = check(source, readScope({ ...SCOPE, table: name }));
  if (output === undefined) throw new Error(`${source}: ${JSON.stringify(diagnostics)}`);
  return output;
}

const PERSON = { Id: "Number", Rank: "Number", City: "Text" };

const SCOPE: Scope = {
  table: "People",
  tables: {
    People: { key: "Id", columns: PERSON },
    Members: { key: "Id", columns: PERSON },
    Sparse: { key: "Id", columns: PERSON },
    Giants: { key: "Id", columns: { Id: "Number", Note: "Text" } },
    Visits: {
      key: "Id",
      columns: { Id: "Number", Person: { type: "Ref", table: "People" }, Minutes: "Decimal", Note: "Text" },
    },
    Codes: { key: "Code", columns: { Code: "Text", Note: "Text" } },
    Parts: { key: ["Line", "Part"], columns: { Line: "Number", Part: "Text", Note: "Text" } },
    Named: { key: "RowId", columns: { RowId: "Text", Note: "Text" } },
  },
};

const column = (name: string, kind: "integer" | "real" | "text"): StoredColumn => ({
  name,
  kind,
  family: kind === "text" ? "text" : "number",
  indexed: false,
});

const table = (name: string, columns: StoredTable["columns"]): StoredTable => ({
  name,
  columns,
  key: [0],
  rowNumbers: "position",
});

const sourceTable = (name: string, columns: StoredTable["columns"]): StoredTable => ({
  ...table(
    name,
    columns.map((one) => ({ ...one, source: one.name.toLowerCase() })),
  ),
  source: { table: name.toLowerCase() },
});

const PERSON_COLUMNS = [column("Id", "integer"), column("Rank", "integer"), column("City", "text")];

const TABLES: readonly StoredTable[] = [
  table("People", PERSON_COLUMNS),
  sourceTable("Members", PERSON_COLUMNS),
  sourceTable("Sparse", PERSON_COLUMNS),
  sourceTable("Giants", [column("Id", "integer"), column("Note", "text")]),
  sourceTable("Visits", [
    column("Id", "integer"),
    column("Person", "integer"),
    column("Minutes", "real"),
    column("Note", "text"),
  ]),
  sourceTable("Codes", [column("Code", "text"), column("Note", "text")]),
  {
    ...sourceTable("Parts", [column("Line", "integer"), column("Part", "text"), column("Note", "text")]),
    key: [0, 1],
  },
  sourceTable("Named", [column("RowId", "text"), column("Note", "text")]),
];
