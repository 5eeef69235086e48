/** What of a plan PostgreSQL does itself, by which indexes, on tables large enough that it has a choice. */

import { check, evaluateRow } from "@tablewright/core/compiler";
import { defaultLimits } from "@tablewright/core/expression";
import {
  type CheckedExpression,
  type FindPlan,
  findAll,
  Meter,
  type Store,
  type StoredTable,
  type Value,
} from "@tablewright/core/storage";
import { testContext } from "@tablewright/store-contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readScope } from "../../core/conformance/read-context.ts";
import { postgresStore } from "../src/index.ts";
import { ask, server, temporarySchema } from "./temporary-schema.ts";

/** The environment variable asks for more orders. */
const COUNT = Number(process.env.TABLEWRIGHT_ROWS ?? 20_000);

/** Milliseconds. */
const TIMEOUT = 60_000 + COUNT / 5;

const orders: StoredTable = {
  name: "Orders",
  columns: [
    { name: "ID", kind: "text", family: "text", indexed: false },
    { name: "Customer", kind: "text", family: "text", indexed: true },
    { name: "Total", kind: "real", family: "number", indexed: true },
    { name: "N", kind: "integer", family: "number", indexed: true },
    { name: "Day", kind: "integer", family: "date", indexed: true },
    { name: "Note", kind: "text", family: "text", indexed: false },
    { name: "Open", kind: "boolean", family: "yes/no", indexed: false },
  ],
  key: [0],
  rowNumbers: "stable",
};

const scope = readScope({
  table: "Orders",
  tables: {
    Orders: {
      key: "ID",
      columns: {
        ID: "Text",
        Customer: "Text",
        Total: "Price",
        N: "Number",
        Day: "Date",
        Note: "Text",
        Open: "Yes/No",
      },
    },
  },
});

const context = testContext();

const rows: readonly (readonly Value[])[] = Array.from({ length: COUNT }, (_, at) => [
  `Order ${at}`,
  at % 100 === 0 ? null : `${["Änne", "BERT", "cléo", "Σας", "🚢"][at % 5]} ${Math.floor(at / 20)}`,
  at % 7 === 0 ? null : ((at * 7_919) % 1_000_003) / 100,
  (at * 31) % 50_021,
  18_000 + ((at * 13) % 4_999),
  `note ${at % 977}`,
  at % 3 === 0,
]);

function about(source: string): CheckedExpression {
  const { output, diagnostics } = check(source, scope);
  if (output === undefined) throw new Error(JSON.stringify(diagnostics));
  return output;
}

function planOf(
  conditions: readonly string[],
  order: readonly (readonly [string, boolean])[] = [],
  rest: Partial<FindPlan> = {},
): FindPlan {
  return {
    table: "Orders",
    conditions: conditions.map(about),
    order: order.map(([source, descending]) => ({ expression: about(source), descending })),
    context,
    ...rest,
  };
}

describe.skipIf(server === "")("plans on PostgreSQL", { timeout: TIMEOUT }, () => {
  const { options, release } = temporarySchema();
  let store: Store;

  beforeAll(async () => {
    store = await postgresStore(options);
    await store.open([orders]);
    for (let start = 0; start < COUNT; start += 20_000) {
      const part = rows.slice(start, start + 20_000);
      await store.write((transaction) => transaction.insert("Orders", part));
    }
    await ask(`set search_path to "${options.schema}"`);
    await ask('analyze "Orders"');
  }, TIMEOUT);

  afterAll(async () => {
    await store.close();
    await release();
  });

  test.each<[string, string[], string[]]>([
    ["a text by its fold", ['[Customer] = "ÄNNE 77"'], ["Customer"]],
    ["a key by its fold", ['[ID] = "ORDER 500"'], ["ID"]],
    ["some of many texts", ['IN([Customer], LIST("bert 5", "🚢 9", "ΣΑΣ 3"))'], ["Customer"]],
    ["a decimal", ["[Total] = 79.19"], ["Total"]],
    ["a whole number", ["[N] = 4712"], ["N"]],
    ["a range of whole numbers", ["[N] > 49900"], ["N"]],
    ["a range of decimals", ["[Total] >= 79.1", "[Total] < 80"], ["Total"]],
    ["some of many decimals", ["IN([Total], LIST(79.19, 79.2, 80, 81.5))"], ["Total"]],
    ["a date", ['[Day] = "6/1/2020"', "[Total] > 50"], ["Day"]],
    ["a range of dates", ['[Day] >= "12/1/2032"'], ["Day"]],
    ["some of many dates", ['IN([Day], LIST("6/1/2020", "6/2/2020", "6/3/2020", "6/4/2020"))'], ["Day"]],
    ["nothing that is indexed", ['CONTAINS([Note], "E 12")', "[Open]"], []],
  ])("%s is found", async (_, conditions, indexes) => {
    const plan = planOf(conditions);
    const told = await store.read(async (transaction) => transaction.explain?.(plan));
    expect(told).toMatchObject({ residual: [], ordered: true, limited: false });
    expect(told?.indexes?.filter((one) => one !== "_Slot") ?? []).toEqual(indexes);
    expect(told?.sql).toContain(' from "Orders" as "t" where ');
    if (indexes.length > 0) expect(told?.estimatedRows).toBeLessThan(COUNT / 50);
    const found = await store.read((transaction) => findAll(transaction, plan));
    const meant = rows.flatMap((row, at) => {
      const numbered = [...row, at + 1];
      const isKept = plan.conditions.every((one) => evaluateRow(one, numbered, context) === true);
      return isKept ? [numbered] : [];
    });
    expect(meant.length).toBeGreaterThan(0);
    expect(found.rows).toEqual(meant);
  });

  test.each([
    ["a text", "COUNT(SELECT(Orders[ID], [Customer] = [_THISROW].[Customer])) > 1", "Customer"],
    ["a key", "COUNT(SELECT(Orders[N], [ID] = [_THISROW].[Customer])) = 0", "ID"],
    ["a decimal", "SUM(SELECT(Orders[Total], [Total] = [_THISROW].[Total])) > 100", "Total"],
    ["a whole number", "COUNT(SELECT(Orders[ID], [N] = [_THISROW].[N])) = 1", "N"],
    ["a date", "MAX(SELECT(Orders[N], [Day] = [_THISROW].[Day])) > 0", "Day"],
  ])("what is searched for each row is found by an index: %s", async (_, condition, index) => {
    // Few rows are looked at, so that the index is that of the search.
    const plan = planOf(["[N] < 40", condition], [], { computed: [about(condition)] });
    const told = await store.read(async (transaction) => transaction.explain?.(plan));
    expect(told).toMatchObject({
      residual: [],
      computed: plan.computed,
      indexes: expect.arrayContaining([index]),
    });
    await ask(`set search_path to "${options.schema}"`);
    const plans = await ask(`explain ${told?.sql}`, told?.values);
    expect(JSON.stringify(plans)).not.toContain("Seq Scan");
    const found = await store.read((transaction) => findAll(transaction, plan));
    expect(found.rows.every((row) => row.at(-1) === true)).toBe(true);
  });

  test("what is searched for each row ends with the time of its request, and the transaction with it", async () => {
    const hasOthers = "COUNT(SELECT(Orders[ID], [Day] = [_THISROW].[Day])) > 1";
    const timed = {
      ...context,
      meter: new Meter({ ...defaultLimits, milliseconds: 5 }, () => performance.now()),
    };
    const plan = planOf([hasOthers], [], { context: timed });
    await expect(store.read((transaction) => findAll(transaction, plan))).rejects.toMatchObject({
      code: "limit/time",
    });
    const short = planOf(["[N] < 3", hasOthers], [], { context: { ...context, meter: new Meter() } });
    expect((await store.read((transaction) => findAll(transaction, short))).rows.length).toBeGreaterThan(0);
  });

  test("what no index finds for each row is left to the engine", async () => {
    for (const condition of [
      "COUNT(SELECT(Orders[ID], [Note] = [_THISROW].[Note])) > 1",
      "COUNT(SELECT(Orders[ID], [N] = [_THISROW].[Total])) > 1",
    ]) {
      const told = await store.read(async (transaction) => transaction.explain?.(planOf([condition])));
      expect(told?.residual).toMatchObject([{ reason: expect.stringContaining("no index") }]);
    }
  });

  test("values of a column are found by its index, however many they are", async () => {
    const values = ["änne 77", "BERT 3", null, "nobody", 'a"\\,{}'];
    const plan = planOf([], [], { inList: { column: 1, family: "text", values } });
    const told = await store.read(async (transaction) => transaction.explain?.(plan));
    expect(told?.indexes).toContain("Customer");
    const found = await store.read((transaction) => findAll(transaction, plan));
    const expected = new Set(values.map((one) => one?.toLowerCase() ?? null));
    expect(found.rows.map((row) => row.at(-1))).toEqual(
      rows.flatMap(([, customer], at) =>
        expected.has(customer === null ? null : String(customer).toLowerCase()) ? [at + 1] : [],
      ),
    );
    const many = Array.from({ length: 5_000 }, (_, at) => at * 10);
    const numbers = planOf([], [], { inList: { column: 3, family: "number", values: many } });
    const { rows: kept } = await store.read((transaction) => findAll(transaction, numbers));
    const isWanted = new Set<Value>(many);
    expect(kept.length).toBe(rows.filter(([, , , n]) => isWanted.has(n as Value)).length);
  });

  test("the first in an order are found without sorting all, ties in stored order, blanks lowest", async () => {
    for (const descending of [true, false]) {
      const plan = planOf(["[Open]"], [["[Total]", descending]], { limit: 50 });
      const told = await store.read(async (transaction) => transaction.explain?.(plan));
      expect(told).toMatchObject({ residual: [], ordered: true, limited: true, indexes: ["Total"] });
      const found = await store.read((transaction) => findAll(transaction, plan));
      const sorted = rows
        .map((row, at) => [...row, at + 1])
        .filter((row) => row[6])
        .sort((a, b) => {
          const [x, y] = [a[2], b[2]].map((one) => (one === null ? Number.NEGATIVE_INFINITY : Number(one)));
          return (descending ? -1 : 1) * Math.sign(Number(x) - Number(y) || 0) || Number(a[7]) - Number(b[7]);
        });
      expect(found.rows).toEqual(sorted.slice(0, 50));
    }
  });

  test.each<[string, string[], Partial<FindPlan>, string]>([
    ["an equality", ['[Customer] = "ÄNNE 77"', 'CONTAINS([Note], "NOTE")'], {}, "Customer"],
    ["a range", ["[N] > 49900", 'CONTAINS([Note], "1")'], {}, "N"],
    ["one of many", ['IN([Customer], LIST("bert 5", "🚢 9", "ΣΑΣ 3"))'], {}, "Customer"],
    ["values", [], { inList: { column: 1, family: "text", values: ["änne 77", "BERT 3"] } }, "Customer"],
    [
      "an order",
      ['CONTAINS([Note], "1")'],
      { order: [{ expression: about("[Total]"), descending: true }], limit: 20 },
      "Total",
    ],
  ])("behind a filter about the row itself an index serves %s", async (_, conditions, rest, index) => {
    const asked = { ...planOf(conditions), ...rest };
    const rowSecurity = { filterOf: () => undefined, filtering: context };
    const plan = { ...asked, rowFilter: about("AND([Open], NOT(ISBLANK([Note])))"), rowSecurity };
    const told = await store.read(async (transaction) => transaction.explain?.(plan));
    expect(told).toMatchObject({ filtered: true, residual: [], indexes: [index] });
    const unfiltered = { ...asked, conditions: [about("[Open]"), ...asked.conditions] };
    const [found, meant] = await store.read(async (transaction) => [
      await findAll(transaction, plan),
      await findAll(transaction, unfiltered),
    ]);
    expect(found.rows).toEqual(meant.rows);
    expect(found.rows.length).toBeGreaterThan(0);
  });

  test("before a filter that reads other tables no index serves what a caller wrote", async () => {
    const rowSecurity = { filterOf: () => undefined, filtering: context };
    const rowFilter = about("COUNT(SELECT(Orders[ID], [N] = [_THISROW].[N])) > 0");
    const plan = { ...planOf(['[Customer] = "ÄNNE 77"']), rowFilter, rowSecurity };
    const told = await store.read(async (transaction) => transaction.explain?.(plan));
    expect(told).toMatchObject({ filtered: true, residual: [], indexes: ["N"] });
    await ask(`set search_path to "${options.schema}"`);
    expect(JSON.stringify(await ask(`explain ${told?.sql}`, told?.values))).toContain("Subquery Scan on t ");
  });

  test("what cannot be pushed down is left with its reason, and order and limit with it", async () => {
    const plan = planOf(['TEXT([Day]) = "x"', "[N] = 5"], [["[N]", false]], { limit: 3 });
    const told = await store.read(async (transaction) => transaction.explain?.(plan));
    expect(told).toMatchObject({ ordered: false, limited: false, indexes: ["N"] });
    expect(told?.residual).toEqual([{ condition: plan.conditions[0], reason: expect.stringMatching(/\w/) }]);
  });

  test("texts are compared by all of their characters, of which an index holds 256", async () => {
    const texts = [255, 256, 257].map((length) => "🚢".repeat(length));
    const added = texts.map((text, at) => [`Long ${at}`, text, null, null, null, null, null]);
    await store.write((transaction) => transaction.insert("Orders", added));
    const sets = [...texts.map((text) => [text]), texts.slice(0, 2), texts.slice(1)];
    for (const wanted of sets) {
      const list = wanted.map((text) => `"${text}"`).join(", ");
      const plan = planOf([wanted.length === 1 ? `[Customer] = ${list}` : `IN([Customer], LIST(${list}))`]);
      const listed = planOf([], [], { inList: { column: 1, family: "text", values: wanted } });
      for (const one of [plan, listed]) {
        const found = await store.read((transaction) => findAll(transaction, one));
        expect(found.rows.map(([, customer]) => customer)).toEqual(wanted);
      }
    }
    await store.write((transaction) =>
      transaction.delete(
        "Orders",
        added.map(([id]) => [id as string]),
      ),
    );
  });

  test("rows are found by numbers that they keep where others were deleted", async () => {
    await store.write((transaction) => transaction.delete("Orders", [["Order 0"], ["Order 1500"]]));
    const plan = planOf(["[N] < 40", "[_RowNumber] > 2"]);
    const found = await store.read((transaction) => findAll(transaction, plan));
    expect(found.rows.length).toBeGreaterThan(2);
    for (const row of found.rows) expect(rows[Number(row.at(-1)) - 1]?.[0]).toBe(row[0]);
  });
});
