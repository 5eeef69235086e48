import { describe, expect, test } from "vitest";
import { check } from "../check/check.ts";
import { bindContext } from "../context/bind-context.ts";
import type { Scope } from "../context/public-scope.ts";
import { readScope } from "../context/read-scope.ts";
import type { CheckedExpression } from "../tree/checked-expression.ts";
import { compileSortKey, compileToSql } from "./compile-to-sql.ts";
import { postgres } from "./dialects/postgres.ts";
import { sqlite } from "./dialects/sqlite.ts";
import { renderSql } from "./render-sql.ts";
import type { SqlDialect } from "./sql-dialect.ts";
import type { SqlTable } from "./sql-table.ts";

/** What is said in SQL and what is not; what SQL answers is held against the evaluator in `conformance/`. */
const scope: Scope = {
  table: "Orders",
  tables: {
    Customers: { key: "ID", columns: { ID: "Text", Rank: "Number" } },
    Orders: {
      key: "ID",
      columns: {
        ID: "Number",
        Customer: { type: "Ref", table: "Customers" },
        Day: "Date",
        Total: "Price",
        Count: "Number",
        'A "quoted" [name': "Text",
      },
    },
  },
};

const read = readScope(scope);
const { request } = bindContext(read, { now: "2026-03-14T15:09:26", user: { email: "x'; drop table t --" } });

const stored: Readonly<Record<string, SqlTable>> = {
  Customers: {
    name: "Customers",
    columns: [
      { name: "ID", form: "text" },
      { name: "Rank", form: "integer" },
    ],
    slot: "_Slot",
    isNumberedBySlot: false,
  },
  Orders: {
    name: "Orders",
    columns: [
      { name: "ID", form: "integer" },
      { name: "Customer", form: "text", isIndexed: true },
      { name: "Day", form: "date" },
      { name: "Total", form: "real" },
      { name: "Count", form: "integer" },
      { name: 'A "quoted" [name', form: "text" },
    ],
    slot: "_Slot",
    isNumberedBySlot: false,
  },
};

function said(
  source: string,
  dialect: SqlDialect = sqlite,
  compile: typeof compileSortKey = compileToSql,
  limit = 1,
) {
  const { output, diagnostics } = check(source, read);
  if (output === undefined) throw new Error(JSON.stringify(diagnostics));
  const row = { alias: "t", table: stored.Orders as SqlTable };
  const outcome = compile(output as CheckedExpression, row, {
    dialect,
    searches: "indexed",
    context: request,
    tableOf: (name) => stored[name],
    filterOf: () => undefined,
  });
  if (outcome.stopped !== undefined) return `${outcome.stopped.stoppedAt.op}: ${outcome.stopped.reason}`;
  return renderSql(outcome.sql, dialect, limit);
}

describe("an index on the column serves", () => {
  test.each([
    ["[Total] >= 10", '("t"."Total" >= ?)', [10]],
    ["10 > [Total]", '("t"."Total" < ?)', [10]],
    ['[Customer] = "Abc"', '(tw_fold("t"."Customer") = ?)', ["abc"]],
    [
      'IN([Customer], {"a", "B"})',
      '((tw_fold("t"."Customer") = ?) or (tw_fold("t"."Customer") = ?))',
      ["a", "b"],
    ],
    ["[Day] > TODAY() - 30", '("t"."Day" > ?)', ["2026-02-12"]],
    ["AND([Day] >= TODAY(), [ID] = 3)", '(("t"."Day" >= ?) and ("t"."ID" = ?))', ["2026-03-14", 3]],
  ])("%s", (source, text, values) => expect(said(source)).toEqual({ text, values }));
});

test("what a user wrote is a name that is quoted or a value that is bound", () => {
  expect(said('[A "quoted" [name] = USEREMAIL()')).toEqual({
    text: '("t"."A ""quoted"" [name" collate nocase = ?)',
    values: ["x'; drop table t --"],
  });
});

describe("what stops", () => {
  test.each([
    ['PROPER([Customer]) = "A"', "call: PROPER is not said in SQL"],
    ["[_RowNumber] > 3", "column: row numbers are counted, not stored"],
    ["RANDBETWEEN(1, 6) > [Count]", "call: RANDBETWEEN is not said in SQL"],
    ['[Customer] = "a\u0000b"', "constant: its value cannot be bound exactly"],
    ['[Customer] = "\ud800"', "constant: its value cannot be bound exactly"],
    [
      "COUNT(SELECT(Orders[ID], [Total] = [_THISROW].[Total])) > 1",
      "select: no index finds its rows, which would be searched for every row anew",
    ],
    [
      "COUNT(SELECT(Customers[ID], [Rank] * 2 > 4)) > 1",
      "binary: it fails on some rows, and SQL does not look at the same ones",
    ],
  ])("%j", (source, reason) => expect(said(source)).toBe(reason));

  test.each([
    ["a long chain", `[Count]${" + [Count]".repeat(4_000)} > 1`],
    ["deep nesting", `${"NOT(".repeat(100)}[Total] > 1${")".repeat(100)}`],
    [
      "a great condition",
      `OR(${Array.from({ length: 900 }, (_, at) => `[Total] * [Count] = ${at}`).join(", ")})`,
    ],
  ])("%s, without harm", (_, source) => expect(typeof said(source)).toBe("string"));

  test("a search by an indexed column, or one that is the same for every row, does not", () => {
    expect(said("COUNT(SELECT(Orders[ID], [Customer] = [_THISROW].[Customer])) > 1")).toHaveProperty("text");
    expect(said("[Total] = MAX(Orders[Total])")).toHaveProperty("text");
    expect(said("IN([Customer], SELECT(Customers[ID], [Rank] > 3))")).toHaveProperty("text");
  });
});

describe("another dialect says what it can say exactly", () => {
  test.each([
    [
      "AND([Total] >= 10, [Day] <> TODAY())",
      '(("t"."Total" >= $3::double precision) and (("t"."Day" = $4::text) is not true))',
      [10, "2026-03-14"],
    ],
    ["[Count] + YEAR([Day]) > 1", 'binary: "+" cannot be computed exactly by this database', undefined],
    ['[Customer] = "abc"', "binary: this database does not compare such values exactly", undefined],
    ["[Total] * 2 > 1", 'binary: "*" cannot be computed exactly by this database', undefined],
  ])("%s", (source, text, values) => {
    expect(said(source, postgres, compileToSql, 3)).toEqual(values === undefined ? text : { text, values });
  });
});

test("sort keys are what compares as the language does", () => {
  expect(said("[Customer]", sqlite, compileSortKey)).toEqual({ text: 'tw_fold("t"."Customer")', values: [] });
  expect(said("[Day]", sqlite, compileSortKey)).toEqual({ text: '"t"."Day"', values: [] });
  expect(said("[Total]", sqlite, compileSortKey)).toEqual({ text: '"t"."Total"', values: [] });
  expect(said("[Customer]", postgres, compileSortKey)).toBe(
    "column: this database does not order such values exactly",
  );
});
