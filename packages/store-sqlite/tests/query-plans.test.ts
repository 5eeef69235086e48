/** What SQLite itself says of the statements that plans become, on as many rows as make a scan hurt. */
import { defaultLimits } from "@tablewright/core/expression";
import {
  type FindPlan,
  type FoundRows,
  findAll,
  Meter,
  type PlanExplanation,
} from "@tablewright/core/storage";
import { describe, expect, test } from "vitest";
import { CUSTOMERS, checked, context, ORDERS, plan, sorted, useStoreOfOrders } from "./many-orders.ts";

const orders = useStoreOfOrders();

describe("an index finds the rows", () => {
  test.each([
    ["[ID] = 77", "Orders by ID"],
    ['[Customer] = "C77"', "Orders by Customer"],
    ['"c77" = [Customer]', "Orders by Customer"],
    ['[Status] = "zurück"', "Orders by Status"],
    ['IN([Status], {"zurück", "nowhere"})', "Orders by Status"],
    ['IN([Customer], {"c1", "c2", "c3", "c4", "c5"})', "Orders by Customer"],
    ["IN([Customer], SELECT(Customers[ID], [Rank] = 3))", "Orders by Customer"],
    ["[Total] = 19.95", "Orders by Total"],
    ['AND([Total] > 999.9, [Note] <> "x")', "Orders by Total"],
    ['[Shipped] >= "12/30/2028"', "Orders by Shipped"],
    ['AND([Shipped] >= "1/1/2026", [Shipped] < "1/3/2026", [Urgent])', "Orders by Shipped"],
    ["[Shipped] = TODAY()", "Orders by Shipped"],
    ['[Status] < "p"', "Orders by Status"],
    ["OR([ID] = 5, [Total] = 3)", "Orders by ID"],
  ])("%s", async (source, index) => {
    const { indexes, estimatedRows, residual } = await explain(plan(source));
    expect(residual).toEqual([]);
    expect(indexes?.map((name) => name.split(",")[0])).toContain(index);
    expect(estimatedRows, "no row is looked at that the index does not give").toBeUndefined();
  });

  test("for values that are wanted, in the order asked for, no further than the limit", async () => {
    const ordered = {
      ...plan("[Urgent]"),
      inList: { column: 1, family: "text", values: ["c97", "C194"] },
    } as const;
    expect(await explain(ordered)).toMatchObject({
      indexes: [expect.stringContaining("Orders by Customer")],
    });
    const found = await find({ ...ordered, order: [sorted("[Total]", true)], limit: 3 });
    expect(found).toMatchObject({ residual: [], ordered: true, limited: true });
    expect(found.rows.every((row) => row[6] === true && ["C97", "C194"].includes(String(row[1])))).toBe(true);
  });

  test("in the order that is asked for", async () => {
    const first = { ...plan("[Urgent]"), order: [sorted("[Total]")], limit: 10 };
    const { indexes, estimatedRows } = await explain(first);
    expect([indexes, estimatedRows]).toEqual([["Orders by Total"], undefined]);
    const totals = (await find(first)).rows.map((row) => Number(row[2]));
    expect(totals).toEqual(totals.toSorted((a, b) => a - b));
  });
});

describe("every row is looked at", () => {
  test.each(['[Note] = "note 5"', "[Total] * 2 > 1999.9", 'CONTAINS([Customer], "77")', "[Urgent]"])(
    "for %s",
    async (source) => {
      const { residual, indexes, estimatedRows } = await explain(plan(source));
      expect([residual, indexes, estimatedRows]).toEqual([[], undefined, ORDERS]);
    },
  );
});

describe("an OR of many conditions", () => {
  const any = (count: number, from = 0) =>
    `OR(${Array.from({ length: count }, (_, at) => `[ID] = ${from + at}`).join(", ")})`;

  test.each([
    ["32 are looked up by an index", any(32), ["Orders by ID"]],
    ["33 are tried on rows", any(33), undefined],
    ["33 in ORs of ORs as well", `OR(${any(16)}, ${any(17, 16)})`, undefined],
  ])("%s", async (_, source, expected) => {
    const { indexes, residual } = await explain(plan(source));
    expect(residual).toEqual([]);
    expect(indexes && [...new Set(indexes.map((name) => name.split(",")[0]))]).toEqual(expected);
    const numbers = (await find(plan(source))).rows.map(([id]) => id);
    expect(numbers).toEqual(
      (await find(plan(source.replaceAll("[ID] =", "[ID] + 0 =")))).rows.map(([id]) => id),
    );
  });
});

describe("rows of another table", () => {
  test.each([
    ["Orders", '[Customer].[Country] = "österreich"', "Customers by ID"],
    [
      "Customers",
      `COUNT(SELECT(Orders[ID], AND([Customer] = [_THISROW].[ID], [Urgent]))) > ${Math.floor(ORDERS / CUSTOMERS / 97)}`,
      "Orders by Customer",
    ],
    ["Customers", "IN([ID], SELECT(Orders[Customer], [Shipped] = TODAY()))", "Orders by Shipped"],
    [
      "Customers",
      `SUM(SELECT(Orders[Total], [Customer] = [_THISROW].[ID])) > ${ORDERS / 2}.0`,
      "Orders by Customer",
    ],
  ])("%s where %s", async (table, source, index) => {
    const asked = plan(source, table);
    const { residual, indexes } = await explain(asked);
    expect(residual).toEqual([]);
    expect(indexes?.map((name) => name.split(",")[0])).toContain(index);
    const { rows } = await find(asked);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.length).toBeLessThan(table === "Orders" ? ORDERS : CUSTOMERS);
  });

  test("without an index they are not searched for each row", async () => {
    const asked = plan("COUNT(SELECT(Orders[ID], [Note] = [_THISROW].[Country])) > 1", "Customers");
    const { residual } = await explain(asked);
    expect(residual).toEqual([
      {
        condition: asked.conditions[0],
        reason: "no index finds its rows, which would be searched for every row again",
      },
    ]);
  });
});

test("a search that runs for each row costs steps of the budget, and ends with it", async () => {
  const asked = plan("COUNT(SELECT(Orders[ID], [Status] = [_THISROW].[Status])) > 5");
  const meter = new Meter({ ...defaultLimits, fuel: 100_000 });
  await expect(find({ ...asked, context: { ...context, meter } })).rejects.toMatchObject({
    code: "limit/fuel",
  });
  expect((await find(plan("[ID] = 5"))).rows).toHaveLength(1);
});

test("more conditions than a statement can hold are left to the engine", async () => {
  const sources = Array.from({ length: 3_000 }, (_, at) => `[ID] <> ${at}`);
  const conditions = sources.map((source) => checked(source, "Orders"));
  const { rows, residual } = await find({ ...plan("TRUE"), conditions, limit: 1 });
  expect(rows.length).toBe(ORDERS - (conditions.length - residual.length));
  expect(residual.length).toBeGreaterThan(0);
  expect(residual[0]).toBe(conditions[conditions.length - residual.length]);
});

test("what a user wrote is no part of the statement", async () => {
  const { sql, values } = await explain({ ...plan('[Note] = "x\'; drop table Orders --"'), limit: 7 });
  expect(sql).toMatch(/^select .* where .* order by "t"\."_Slot" limit \?$/u);
  expect(sql).not.toContain("drop");
  expect(values).toEqual(["x'; drop table Orders --", 7]);
});

test("rows keep their numbers where others were deleted, and are found by them", async () => {
  await orders.store
    .write(async (transaction) => {
      await transaction.delete("Orders", [[3], [4], [600]]);
      const { rows } = await findAll(transaction, plan("[_RowNumber] > 599"));
      expect(rows.slice(0, 3).map((row) => [row[0], row.at(-1)])).toEqual([
        [599, 600],
        [601, 602],
        [602, 603],
      ]);
      throw new RollbackSignal();
    })
    .catch((thrown) => expect(thrown).toBeInstanceOf(RollbackSignal));
  expect((await explain(plan("[_RowNumber] > 3"))).residual).toEqual([]);
});

class RollbackSignal extends Error {}

function explain(asked: FindPlan): Promise<PlanExplanation> {
  return orders.store.read(async (transaction) => (await transaction.explain?.(asked)) as PlanExplanation);
}

function find(asked: FindPlan): Promise<FoundRows> {
  return orders.store.read((transaction) => findAll(transaction, asked));
}
