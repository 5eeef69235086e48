import { check, evaluateRow, RowTable } from "@tablewright/core/compiler";
import type { Scope } from "@tablewright/core/expression";
import type { CheckedExpression } from "@tablewright/core/storage";
import { compileToSql, renderSql } from "@tablewright/store-sql";
import { describe, expect, test } from "vitest";
import { bindContext, readScope } from "../../../core/conformance/read-context.ts";
import { withFormulas } from "../../../core/conformance/shop-tables.ts";
import { sqlite } from "../../src/expression-dialect.ts";
import { SqliteTables } from "./sqlite-tables.ts";

/** A row that a security filter hides does not exist, by whatever way a condition reads its table. */
const scope: Scope = {
  table: "Orders",
  tables: {
    Customers: {
      key: "ID",
      columns: {
        ID: "Text",
        Name: "Text",
        Rank: "Number",
        Active: "Yes/No",
        Friends: { type: "List", itemType: "Ref", table: "Customers" },
      },
    },
    Orders: {
      key: "ID",
      columns: { ID: "Text", Customer: { type: "Ref", table: "Customers" }, Total: "Number", Open: "Yes/No" },
    },
  },
  slices: { Known: { table: "Customers", filter: "[Rank] > 0" } },
};

const rows = {
  Customers: [
    { ID: "c1", Name: "Ann", Rank: 1, Active: true, Friends: ["c2", "c3"] },
    { ID: "c2", Name: "Ben", Rank: 9, Active: false, Friends: ["c1"] },
    { ID: "c3", Name: "Cleo", Rank: 3, Active: null, Friends: [] },
  ],
  Orders: [
    { ID: "o1", Customer: "c1", Total: 10, Open: true },
    { ID: "o2", Customer: "c2", Total: 20, Open: true },
    { ID: "o3", Customer: "c1", Total: 30, Open: false },
    { ID: "o4", Customer: "c3", Total: 40, Open: true },
  ],
};

const base = readScope(scope);
const read = withFormulas(base, [["Customers", "Orders", 'REF_ROWS("Orders", "Customer")']]);
const tables = new SqliteTables(base);
const { request } = bindContext(base, { tables: rows });
for (const name of ["Customers", "Orders"]) tables.fill(name, request.rowsOf(name).rows);

function filterOn(table: string, source: string): CheckedExpression {
  const { output } = check(source, { ...read, row: read.tables.get(table) });
  if (output === undefined) throw new Error(source);
  return output;
}

type Filters = Readonly<Record<string, CheckedExpression>>;

function bySql(source: string, filters: Filters): readonly number[] | string {
  const outcome = compileToSql(
    check(source, read).output as CheckedExpression,
    { alias: "t", table: tables.tableOf("Orders") },
    {
      dialect: sqlite,
      searches: "any",
      context: request,
      tableOf: (name) => tables.tableOf(name),
      filterOf: (name) => filters[name],
    },
  );
  if (outcome.stopped !== undefined) return outcome.stopped.reason;
  const { text, values } = renderSql(outcome.sql, sqlite);
  const statement = `select t."_Slot" as slot from "t Orders" as t where ${text} order by 1`;
  return tables.database
    .prepare(statement)
    .all(...values)
    .map(({ slot }) => Number(slot));
}

function byEvaluator(source: string, filters: Filters): readonly number[] {
  const visible = (name: string) => {
    const all = request.rowsOf(name).rows;
    const filter = filters[name];
    const seen = filter === undefined ? all : all.filter((row) => evaluateRow(filter, row, request) === true);
    return new RowTable(seen, read.tables.get(name) as never);
  };
  const expression = check(source, read).output as CheckedExpression;
  const context = { ...request, rowsOf: visible };
  return request
    .rowsOf("Orders")
    .rows.flatMap((row, at) => (evaluateRow(expression, row, context) === true ? [at + 1] : []));
}

const active = { Customers: filterOn("Customers", "[Active]") };
const open = { Orders: filterOn("Orders", "[Open]") };

describe("a hidden row does not exist", () => {
  test.each([
    ['[Customer].[Name] = "Ben"', active],
    ["ISBLANK([Customer].[Name])", active],
    ["[Customer].[Rank] > 2", active],
    ["COUNT(Customers[ID]) = 3", active],
    ['COUNT(FILTER("Known", TRUE)) = 3', active],
    ["SUM(SELECT(Customers[Rank], [ID] = [_THISROW].[Customer])) = 9", active],
    ["MAX(Customers[Rank]) = 9", active],
    ["AVERAGE(Customers[Rank]) > 1.5", active],
    ['IN("Ben", Customers[Name])', active],
    ["IN([Customer], SELECT(Customers[ID], TRUE))", active],
    ["ISBLANK(SELECT(Customers[ID], [Rank] = 9))", active],
    ['LOOKUP("Ben", "Customers", "Name", "Rank") = 9', active],
    ['MAXROW("Customers", "Rank") = [Customer]', active],
    ['ANY(SELECT(Customers[Name], [Rank] > 1)) = "Ben"', active],
    ["INDEX(Customers[ID], 2) = [Customer]", active],
    ['IN("Ben", [Customer].[Friends][Name])', active],
    ["COUNT([Customer].[Orders]) = 1", active],
    ["COUNT([Customer].[Orders]) = 2", open],
    ["SUM([Customer].[Orders][Total]) = 40", open],
    ["COUNT(SELECT([Customer].[Orders][Total], [Total] > 0)) = 2", open],
    ["SUM(SELECT(Orders[Customer], TRUE)[Rank]) > 13", active],
    ["SUM(SELECT(Orders[Customer], TRUE)[Rank]) > 13", open],
  ])("%s", (source, filters) => {
    const kept = bySql(source, filters);
    expect(kept).toEqual(byEvaluator(source, filters));
    expect(kept, "the filter makes a difference").not.toEqual(bySql(source, {}));
  });

  test("a filter reads the other tables, and its own, unfiltered", () => {
    const busy = { Customers: filterOn("Customers", "COUNT([Orders]) > 1"), ...open };
    expect(bySql('[Customer].[Name] = "Ann"', busy)).toEqual([1, 3]);
    expect(byEvaluator('[Customer].[Name] = "Ann"', busy)).toEqual([1, 3]);
    const bySelf = { Orders: filterOn("Orders", "COUNT(Orders[ID]) = 4") };
    expect(bySql("COUNT(Orders[ID]) = 4", bySelf)).toEqual([1, 2, 3, 4]);
  });

  test("where a filter is not said in SQL, no condition that reads its table is", () => {
    const shown = { Customers: filterOn("Customers", 'PROPER([Name]) = "Ann"') };
    expect(bySql('[Customer].[Name] = "Ann"', shown)).toBe("PROPER is not said in SQL");
    expect(bySql("[Total] > 10", shown)).toEqual([2, 3, 4]);
  });

  test("a filter that overflows on some row raises the evaluator's error", () => {
    const large = { Customers: filterOn("Customers", "[Rank] * 9007199254740991 > 0") };
    expect(() => bySql('[Customer].[Name] = "Ben"', large)).toThrow("run/overflow");
  });
});
