/** What the server does of a plan, by which index, and why the rest is left to the engine. */

import { check } from "@tablewright/core/compiler";
import {
  type CheckedExpression,
  type FindPlan,
  findAll,
  type Store,
  type StoredColumn,
  type StoredTable,
} from "@tablewright/core/storage";
import { testContext } from "@tablewright/store-contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readScope } from "../../core/conformance/read-context.ts";
import { mysqlStore } from "../src/index.ts";
import { server, temporaryDatabase } from "./temporary-database.ts";

const COUNT = 20_000;
const context = testContext();

describe.skipIf(server === "")("a plan on MariaDB", () => {
  let store: Store;
  let release: () => Promise<void>;

  beforeAll(async () => {
    const made = await temporaryDatabase();
    release = made.release;
    store = await mysqlStore(made.options);
    await store.open([orders, customers]);
    const rows = Array.from({ length: COUNT }, (_, at) => [
      `o${at}`,
      `Kunde ${at % 500}`,
      (at % 2_000) + 0.25,
      at,
      at % 3_000,
      `Note ${at}`,
      at % 2 === 0,
    ]);
    await store.write((transaction) => transaction.insert("Orders", rows));
  });
  afterAll(async () => {
    await store.close();
    await release();
  });

  test.each<[source: string, index: string | undefined, rows: number]>([
    ["[N] = 77", "N", 1],
    ["AND([N] > 100, [N] <= 110)", "N", 10],
    ["IN([N], LIST(1, 2, 3, 4, 5))", "N", 5],
    ["[Total] = 3.25", "Total", COUNT / 2_000],
    ['[Day] = "1/3/1970"', "Day", 7],
    ['[Customer] = "kunde 7"', "Customer", COUNT / 500],
    ['IN([Customer], LIST("KUNDE 1", "Kunde 2", "kunde 3", "x"))', "Customer", (3 * COUNT) / 500],
    ['[ID] = "O77"', "ID", 1],
    ['STARTSWITH([Note], "NOTE 1999")', undefined, 11],
    ['AND(CONTAINS([Note], "99"), [Open])', undefined, 0],
    ["MONTH([Day]) = 2", undefined, 0],
    ["ISBLANK([Customer])", undefined, 0],
    ['[Customer].[Country] = "Österreich"', undefined, 0],
  ])("%s is carried out by the server", async (source, index, rows) => {
    const plan = planFor(source);
    const told = await store.read(async (transaction) => transaction.explain?.(plan));
    expect([told?.residual, told?.indexes]).toEqual([[], index === undefined ? undefined : [index]]);
    const read = await store.read((transaction) => findAll(transaction, plan));
    if (rows > 0) expect(read.rows.length).toBe(rows);
  });

  test.each<[source: string, reason: string]>([
    ["[Customer] = [Note]", "this database does not compare such values exactly"],
    ['[Customer] = "i\u0307"', "this database does not compare such values exactly"],
    ["[N] - 5 = 7", '"-" cannot be computed exactly by this database'],
    ["[Total] * 1.5 > 10", '"*" cannot be computed exactly by this database'],
    ['UPPER([Note]) = "X"', "this database does not compute UPPER exactly"],
    ['[Note] & [ID] = "x"', "its text may become too long"],
  ])("%s is left to the engine", async (source, reason) => {
    const plan = planFor(source);
    const told = await store.read(async (transaction) => transaction.explain?.(plan));
    expect(told?.residual).toEqual([{ condition: plan.conditions[0], reason }]);
  });

  test("an order by a number and a limit walk its index; one by a text is the engine's", async () => {
    const byTotal = {
      ...planFor("[N] >= 0"),
      order: [{ expression: checked("[Total]"), descending: false }],
      limit: 5,
    };
    const told = await store.read(async (transaction) => transaction.explain?.(byTotal));
    expect(told).toMatchObject({ residual: [], ordered: true, limited: true });
    const byText = { ...byTotal, order: [{ expression: checked("[Note]"), descending: true }] };
    const left = await store.read(async (transaction) => transaction.explain?.(byText));
    expect(left).toMatchObject({ residual: [], ordered: false, limited: false });
  });

  test("values of a column are found by its index, a text's by what its fold has in common", async () => {
    for (const [column, family, values] of [
      [1, "text", ["KUNDE 1", "Kunde 2"]],
      [3, "number", [7, 8]],
    ] as const) {
      const plan: FindPlan = { ...planFor("TRUE"), conditions: [], inList: { column, family, values } };
      const told = await store.read(async (transaction) => transaction.explain?.(plan));
      expect(told?.indexes).toEqual([orders.columns[column]?.name]);
    }
  });
});

const column = (
  name: string,
  kind: StoredColumn["kind"],
  family: StoredColumn["family"],
  indexed: boolean,
) => ({
  name,
  kind,
  family,
  indexed,
});

const orders: StoredTable = {
  name: "Orders",
  columns: [
    column("ID", "text", "text", false),
    column("Customer", "text", "text", true),
    column("Total", "real", "number", true),
    column("N", "integer", "number", true),
    column("Day", "integer", "date", true),
    column("Note", "text", "text", false),
    column("Open", "boolean", "yes/no", false),
  ],
  key: [0],
  rowNumbers: "position",
};

const customers: StoredTable = {
  name: "Customers",
  columns: [column("Customer", "text", "text", false), column("Country", "text", "text", false)],
  key: [0],
  rowNumbers: "position",
};

const scope = readScope({
  table: "Orders",
  tables: {
    Orders: {
      key: "ID",
      columns: {
        ID: "Text",
        Customer: { type: "Ref", table: "Customers" },
        Total: "Decimal",
        N: "Number",
        Day: "Date",
        Note: "Text",
        Open: "Yes/No",
      },
    },
    Customers: { key: "Customer", columns: { Customer: "Text", Country: "Text" } },
  },
});

function planFor(source: string): FindPlan {
  return { table: "Orders", conditions: [checked(source)], order: [], context };
}

function checked(source: string): CheckedExpression {
  const { output, diagnostics } = check(source, scope);
  if (output === undefined) throw new Error(`${source}: ${JSON.stringify(diagnostics)}`);
  return output;
}
