/** Searches that look at many rows: others have their turn meanwhile, and the budget of the request ends them. */

import { check } from "@tablewright/core/compiler";
import { defaultLimits } from "@tablewright/core/expression";
import {
  type CheckedExpression,
  type FindPlan,
  findAll,
  Meter,
  type StoredColumn,
  type StoredTable,
} from "@tablewright/core/storage";
import { testContext } from "@tablewright/store-contract";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { readScope } from "../../core/conformance/read-context.ts";
import { SqliteConnection } from "../src/connection.ts";
import { sqliteStore } from "../src/index.ts";
import { passTime } from "./expect-same-rows.ts";
import { temporaryFile } from "./temporary-file.ts";

const COUNT = 20_000;
const LONG = 20;

/** Characters; a text of so many costs more than `FEW_STEPS` by itself, also where a slow machine searches a row at a time. */
const LENGTH = 400_000;
const FEW_STEPS = 5_000;

const text = (name: string): StoredColumn => ({ name, kind: "text", family: "text", indexed: false });
const notes: StoredTable = {
  name: "Notes",
  columns: [
    { name: "Id", kind: "integer", family: "number", indexed: false },
    text("Note"),
    text("Long"),
    { name: "Half", kind: "real", family: "number", indexed: false },
  ],
  key: [0],
  rowNumbers: "stable",
};
const scope = readScope({
  table: "Notes",
  tables: { Notes: { key: "Id", columns: { Id: "Number", Note: "Text", Long: "LongText", Half: "Price" } } },
});

const { file, remove } = temporaryFile();
const store = sqliteStore(file);

beforeAll(async () => {
  await store.open([notes]);
  const long = "é".repeat(LENGTH);
  const rows = Array.from({ length: COUNT }, (_, at) => [
    at + 1,
    `note ${(at * 7_919) % COUNT}`,
    at < LONG ? long : null,
    (at + 1) / 2,
  ]);
  await store.write((transaction) => transaction.insert("Notes", rows));
});

afterEach(() => void vi.restoreAllMocks());

afterAll(async () => {
  await store.close();
  remove();
});

test("others have their turn between the windows of a search that finds nothing", async () => {
  let pauses = 0;
  const turn = {
    isOver: true,
    pause: async () => {
      pauses++;
    },
  };
  const meter = new Meter(defaultLimits, undefined, undefined, turn);
  const found = await find(plan('CONTAINS([Note], "zzz")', meter));
  expect(found).toEqual([]);
  expect(pauses).toBeGreaterThan(2);
});

test("rows in an order are the first of all windows", async () => {
  const sorted = { order: [{ expression: checked("[Note]"), descending: true }], limit: 5 };
  const found = await find({ ...plan("[Id] > 10"), ...sorted });
  expect(found.map(([, note]) => note)).toEqual([
    "note 9999",
    "note 9998",
    "note 9997",
    "note 9996",
    "note 9995",
  ]);
  const all = await find({ ...plan("[Id] > 10"), order: sorted.order });
  expect(all).toHaveLength(COUNT - 10);
  expect(all.slice(0, 5)).toEqual(found);
});

test.each([
  ['ANY(SELECT(Notes[Note], [Id] = [_THISROW-1].[Id])) = "nothing"', 0],
  ["AND(MOD([Id], 2000) = 0, COUNT(SELECT(Notes[Id], [Id] = [_THISROW-1].[Id])) = 1)", 10],
])("others have their turn behind a security filter that reads other tables: %s", async (filter, count) => {
  let pauses = 0;
  const pause = async () => {
    pauses++;
  };
  const meter = new Meter(defaultLimits, undefined, undefined, { isOver: true, pause });
  const asked = plan('CONTAINS([Note], "note")', meter);
  const filtering = { ...testContext(), meter: meter.beside() };
  const rowSecurity = { filterOf: () => undefined, filtering };
  const order = [{ expression: checked("[Id]"), descending: true }];
  const found = await find({ ...asked, order, rowFilter: checked(filter), rowSecurity });
  const ids = Array.from({ length: count }, (_, at) => COUNT - at * 2_000);
  expect(found.map(([id]) => id)).toEqual(ids);
  expect(pauses).toBeGreaterThan(2);
});

test.each(["COUNT", "SUM"])(
  "others have their turn between rows that each cost some time, and none is searched again: %s",
  async (name) => {
    passTime();
    const pause = vi.fn(async () => undefined);
    const meter = new Meter(defaultLimits, undefined, undefined, { isOver: true, pause });
    const windows = vi.spyOn(SqliteConnection.prototype, "readWithin");
    const searched = checked(`${name}(SELECT(Notes[Half], [Id] = [_THISROW].[Id]))`);
    const found = await find({ ...plan("[Id] <= 1000", meter), computed: [searched] });
    const ids = Array.from({ length: 1_000 }, (_, at) => at + 1);
    expect(found.map((row) => row[0])).toEqual(ids);
    expect(found.map((row) => row.at(-1))).toEqual(ids.map((id) => (name === "SUM" ? id / 2 : 1)));
    expect(pause.mock.calls.length).toBeGreaterThan(2);
    expect([windows.mock.calls.length, meter.spent]).toEqual([0, 1_000]);
  },
);

test.each(["COUNT", "SUM"])(
  "rows that a security filter looks at are steps of its budget: %s",
  async (name) => {
    const [meter, own] = [new Meter(), new Meter()];
    const filtering = { ...testContext(), meter: own };
    const rowSecurity = { filterOf: () => undefined, filtering };
    const rowFilter = checked(`${name}(SELECT(Notes[Half], [Id] = [_THISROW-1].[Id])) > ${COUNT / 2 - 3}`);
    const found = await find({ ...plan("[Id] > 0", meter), rowFilter, rowSecurity });
    expect(found).toHaveLength(name === "SUM" ? 6 : 0);
    expect([meter.spent, own.spent]).toEqual([0, COUNT]);
  },
);

test("the time of the request ends a search between two windows", async () => {
  let now = 0;
  const meter = new Meter({ ...defaultLimits, milliseconds: 5 }, () => now++);
  const search = find(plan('CONTAINS([Note], "é")', meter));
  await expect(search).rejects.toMatchObject({ code: "limit/time" });
});

test("long texts that are folded cost steps of the budget", async () => {
  const meter = new Meter({ ...defaultLimits, fuel: FEW_STEPS });
  const search = find(plan('CONTAINS([Long], "ü")', meter));
  await expect(search).rejects.toMatchObject({ code: "limit/fuel" });
  expect(await find(plan('CONTAINS([Long], "ü")'))).toEqual([]);
});

test("what was ended is found when it is searched again, on the same connection", async () => {
  const meter = new Meter({ ...defaultLimits, fuel: FEW_STEPS });
  await store.read(async (transaction) => {
    await expect(findAll(transaction, plan('CONTAINS([Long], "É")', meter))).rejects.toMatchObject({
      code: "limit/fuel",
    });
    expect((await findAll(transaction, plan('CONTAINS([Long], "É")'))).rows).toHaveLength(LONG);
  });
});

test("many rows of long texts come in several batches", async () => {
  const parts = await store.read(async (transaction) => {
    const sizes: number[] = [];
    const found = await transaction.find({ ...plan("TRUE"), conditions: [] });
    for await (const batch of found.batches) sizes.push(batch.length);
    return sizes;
  });
  expect(parts.reduce((sum, size) => sum + size, 0)).toBe(COUNT);
  expect(parts.length).toBeGreaterThan(1);
});

function checked(source: string): CheckedExpression {
  const { output } = check(source, scope);
  if (output === undefined) throw new Error(`"${source}" is wrong.`);
  return output;
}

function plan(condition: string, meter = new Meter()): FindPlan {
  const context = { ...testContext(), meter };
  return { table: "Notes", conditions: [checked(condition)], order: [], context };
}

async function find(asked: FindPlan) {
  return (await store.read((transaction) => findAll(transaction, asked))).rows;
}
