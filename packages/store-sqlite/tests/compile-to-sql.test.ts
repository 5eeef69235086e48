import { type AppDefinition, loadDefinition } from "@tablewright/core";
import { check } from "@tablewright/core/compiler";
import { type CheckedExpression, Meter, type RequestContext } from "@tablewright/core/storage";
import { compileSortKey, compileToSql, type SqlTable } from "@tablewright/store-sql";
import { describe, expect, test } from "vitest";
import { said as saidIn } from "../../store-sql/tests/orders-in-sql.ts";
import { sqlite } from "../src/expression-dialect.ts";

const said = (source: string, compile?: typeof compileSortKey) => saidIn(source, sqlite, compile);

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
    ['REGEXMATCH([Customer], "^a")', "call: REGEXMATCH is not said in SQL"],
    ["[_RowNumber] > 3", "column: row numbers are counted, not stored"],
    ["RANDBETWEEN(1, 6) > [Count]", "call: RANDBETWEEN is not said in SQL"],
    ['[Customer] = "a\u0000b"', "constant: its value cannot be bound exactly"],
    ['[Customer] = "\ud800"', "constant: its value cannot be bound exactly"],
    [
      "COUNT(SELECT(Orders[ID], [Total] = [_THISROW].[Total])) > 1",
      "select: no index finds its rows, which would be searched for every row again",
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

test("sort keys are what compares as the language does", () => {
  expect(said("[Customer]", compileSortKey)).toEqual({ text: 'tw_fold("t"."Customer")', values: [] });
  expect(said("[Day]", compileSortKey)).toEqual({ text: '"t"."Day"', values: [] });
  expect(said("[Total]", compileSortKey)).toEqual({ text: '"t"."Total"', values: [] });
});

test("SQL gives up on computed columns that would make it too long", () => {
  const chain = Array.from(
    { length: 59 },
    (_, at) =>
      `V${at + 2}: { type: Number, virtual: true, formula: "[V${at + 1}] + [V${at + 1}] - [V${at + 1}]" }`,
  );
  const { output: app } = loadDefinition(`
tablewright: 1
app: { id: chain, name: Chain }
tables:
  Rows:
    columns:
      Id: { type: Number, key: true }
      V1: { type: Number, virtual: true, formula: "[Id] * 10" }
      ${chain.join("\n      ")}
`);
  const outcomeOf = (source: string) => {
    const scope = { ...(app as AppDefinition).scope, row: app?.tables.get("Rows")?.scope };
    const { output } = check(source, scope);
    const table = {
      name: "rows",
      slot: "slot",
      columns: [{ name: "Id", form: "integer" }],
      isNumberedBySlot: true,
    };
    return compileToSql(
      output as CheckedExpression,
      { alias: "t", table: table as SqlTable },
      {
        dialect: sqlite,
        context: { meter: new Meter(), locale: "en-US" } as RequestContext,
        tableOf: () => undefined,
        searches: "any",
        filterOf: () => undefined,
      },
    );
  };
  expect(outcomeOf("[V2] > 1").stopped).toBeUndefined();
  expect(outcomeOf("[V60] > 1").stopped?.reason).toMatch(/too (deeply|long)/);
});
