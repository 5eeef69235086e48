/** What SQLite says of the statements that plans behind security filters become, on as many rows as make a scan hurt. */
import { exactSum } from "@tablewright/core/compiler";
import {
  type FindPlan,
  type FoundRows,
  findAll,
  type PlanExplanation,
  type RowGroup,
} from "@tablewright/core/storage";
import { describe, expect, test } from "vitest";
import { CUSTOMERS, checked, context, ORDERS, plan, sorted, useStoreOfOrders } from "./many-orders.ts";

const orders = useStoreOfOrders();

describe("behind a security filter about its own row", () => {
  const all = (sources: readonly string[]): FindPlan => ({
    ...plan("TRUE"),
    conditions: sources.map((source) => checked(source, "Orders")),
  });
  const filtered = (...sources: string[]) => behind('AND([Note] <> "x", [Total] * 2 >= 0)', all(sources));

  test.each([
    [["[ID] = 77"], "Orders by ID"],
    [['[Customer] = "C77"', 'CONTAINS([Note], "7")'], "Orders by Customer"],
    [['IN([Customer], {"c1", "c2", "c3", "c4", "c5"})'], "Orders by Customer"],
    [["[Total] > 999.9", '[Note] <> "x"'], "Orders by Total"],
    [['[Shipped] >= "1/1/2026"', '[Shipped] < "1/3/2026"', "[Urgent]"], "Orders by Shipped"],
    [["OR([ID] = 5, [Total] = 3)"], "Orders by ID"],
  ])("an index finds the rows where %j", async (sources, index) => {
    const asked = filtered(...sources);
    const { filtered: isFiltered, indexes, estimatedRows, residual } = await explain(asked);
    expect([isFiltered, residual]).toEqual([true, []]);
    expect(indexes?.map((name) => name.split(",")[0])).toContain(index);
    expect(estimatedRows, "no row is looked at that the index does not give").toBeUndefined();
    expect((await find(asked)).rows).toEqual((await find(all(sources))).rows);
  });

  test("an index finds values that are wanted, and rows in the order asked for", async () => {
    const inList = { column: 1, family: "text", values: ["c97", "C194"] } as const;
    const expected = { ...filtered('CONTAINS([Note], "9")'), inList };
    expect(await explain(expected)).toMatchObject({
      indexes: [expect.stringContaining("Orders by Customer")],
    });
    const first = { ...filtered("[Urgent]"), order: [sorted("[Total]")], limit: 10 };
    expect((await explain(first)).indexes).toEqual(["Orders by Total"]);
    expect((await find(first)).rows).toEqual(
      (await find({ ...all(["[Urgent]"]), order: first.order })).rows.slice(0, 10),
    );
  });

  test("an index finds the rows of another table", async () => {
    const source = `COUNT(SELECT(Orders[ID], AND([Customer] = [_THISROW].[ID], CONTAINS([Note], "7")))) > 1`;
    const asked = plan(source, "Customers");
    const filter = checked('[Note] <> "x"', "Orders");
    const rowSecurity = {
      filterOf: (name: string) => (name === "Orders" ? filter : undefined),
      filtering: context,
    };
    const { residual, indexes } = await explain({ ...asked, rowSecurity });
    expect([residual, indexes]).toEqual([[], [expect.stringContaining("Orders by Customer")]]);
  });
});

describe("behind a security filter that reads other tables", () => {
  test("no index serves what a caller wrote: the filter goes first", async () => {
    const asked = behind('[Customer].[Country] = "chile"', plan('[Customer] = "C77"'));
    const { filtered, residual, indexes, sql } = await explain(asked);
    expect([filtered, residual]).toEqual([true, []]);
    expect(indexes?.map((name) => name.split(",")[0])).toEqual(["Customers by ID"]);
    expect(sql).toContain(" limit -1 offset 0) as ");
    expect((await find(asked)).rows).toEqual((await find(plan('[Customer] = "C77"'))).rows);
  });

  test("an index serves what the filter itself looks for", async () => {
    const rank = 'IN([Customer], SELECT(Customers[ID], AND([Rank] = 3, [ID] < "C1")))';
    const { indexes } = await explain(behind(rank, plan("[Urgent]")));
    expect(indexes?.map((name) => name.split(",")[0])).toContain("Orders by Customer");
  });

  test("they are not searched for each row", async () => {
    const asked = plan('[Customer].[Country] = "chile"');
    const filter = checked("COUNT(SELECT(Customers[ID], [Rank] = 3)) > 1", "Customers");
    const rowSecurity = {
      filterOf: (name: string) => (name === "Customers" ? filter : undefined),
      filtering: context,
    };
    expect((await explain({ ...asked, rowSecurity })).residual).toEqual([
      {
        condition: asked.conditions[0],
        reason: "the security filter of the table reads other tables, and is tried before anything else",
      },
    ]);
  });
});

describe("groups of many rows", () => {
  const grouping = {
    by: [4],
    folds: [
      { name: "SUM", column: 2 },
      { name: "MAX", column: 3 },
    ],
  } as const;

  test.each([
    ["of the whole table", plan("TRUE"), ORDERS, 100],
    ["that an index finds", plan('[Customer] = "C77"'), ORDERS / CUSTOMERS, 2],
    ["behind a filter about its own row", behind("[Urgent]", plan("TRUE")), Math.ceil(ORDERS / 97), 100],
    [
      "behind a filter that reads other tables",
      behind('[Customer].[Country] = "chile"', plan("TRUE")),
      ORDERS / 2,
      100,
    ],
  ])("%s are those of its rows, and come in few pieces", async (_, asked, rows, pieces) => {
    const found = await find(asked);
    const groups = await groupsOf({ ...asked, grouping });
    expect(found.rows).toHaveLength(rows);
    expect(groups.length).toBeLessThanOrEqual(4 * pieces);
    const count = groups.reduce((sum, group) => sum + group.rows, 0);
    expect(count).toBe(rows);
    for (const status of new Set(found.rows.map((row) => row[4]))) {
      const own = found.rows.filter((row) => row[4] === status);
      const ofStatus = groups.filter(({ by }) => by[0] === status);
      const latest = ofStatus.map(({ folded }) => Number(folded[1]));
      expect(Math.max(...latest)).toBe(own.reduce((best, row) => Math.max(best, Number(row[3])), 0));
      const total = ofStatus.reduce((sum, { folded }) => sum + Number(folded[0]), 0);
      expect(total).toBeCloseTo(exactSum(own.map((row) => Number(row[2]))), 4);
    }
  });

  test("are made behind the fence", async () => {
    const asked = { ...behind('[Customer].[Country] = "chile"', plan("[Urgent]")), grouping };
    const { grouped, sql } = await explain(asked);
    expect(grouped).toBe(true);
    expect(sql).toMatch(/ limit -1 offset 0\) as "t" where .*"Urgent".* group by 1 limit /);
  });
});

async function groupsOf(asked: FindPlan): Promise<readonly RowGroup[]> {
  return orders.store.read(async (transaction) => {
    const { groups } = await transaction.find(asked);
    const all: RowGroup[] = [];
    for await (const part of groups ?? []) all.push(...part);
    return all;
  });
}

/** A plan for a caller who sees the rows of a filter. */
function behind(filter: string, asked: FindPlan): FindPlan {
  const rowSecurity = { filterOf: () => undefined, filtering: context };
  return { ...asked, rowFilter: checked(filter, asked.table), rowSecurity };
}

function explain(asked: FindPlan): Promise<PlanExplanation> {
  return orders.store.read(async (transaction) => (await transaction.explain?.(asked)) as PlanExplanation);
}

function find(asked: FindPlan): Promise<FoundRows> {
  return orders.store.read((transaction) => findAll(transaction, asked));
}
