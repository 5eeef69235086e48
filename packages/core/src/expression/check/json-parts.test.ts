import { describe, expect, test } from "vitest";
import { compile, defineFunction } from "../index.ts";

const P = {
  number: 12,
  text: "12",
  word: "harbour",
  list: [1, "2", { b: 1, a: null }],
  object: { "10": 1, line: { at: "2026-03-14", price: "2.5", more: 1 } },
  lines: [{ price: 1 }, null, { price: "7", at: "2026-03-15" }],
  truth: false,
  null: null,
  blank: "",
};
const types = { Line: { at: "Date", price: "Price" } } as const;
const scope = { types, columns: { P: "Json", Name: "Text", N: "Number", Items: "List of Json" } } as const;
const row = { P, Name: "12", N: 3, Items: [{ x: "12" }, { x: { y: 1 } }, {}] };

const parameters = Object.entries(scope.columns).map(([name, type]) => ({ name, type }));

/** The value of an expression as the result of a function of a type. */
function valueAs(formula: string, result: string) {
  const functions = [defineFunction({ name: "F", parameters, result, formula })];
  return compile("F([P], [Name], [N], [Items])", { ...scope, functions }).evaluate({ row });
}

describe("a part of JSON copied as JSON", () => {
  test.each<[source: string, value: unknown]>([
    ["[P].[number]", 12],
    ["[P].[text]", "12"],
    ["[P].[word]", "harbour"],
    ["[P].[list]", [1, "2", { b: 1, a: null }]],
    ["[P].[object].[line]", P.object.line],
    ["[P].[truth]", false],
    ["[P].[null]", null],
    ["[P].[blank]", null],
    ["[P].[none].[deeper]", null],
    ["[P]", P],
    ["IF([N] > 1, [P].[text], [P].[number])", "12"],
    ["IF([N] > 5, [Name], [P].[text])", "12"],
    ['IFS([N] > 5, "none", TRUE, [P].[list])', [1, "2", { b: 1, a: null }]],
    ["TRY([P].[none], [P].[text])", "12"],
    ["LET(x, [P].[text], x)", "12"],
    ["LET(o, [P].[object], LET(l, o.[line], l.[price]))", "2.5"],
    ["LET(n, [P].[number], n + n)", 24],
    // A text is the JSON that it is the text of.
    ["[Name]", 12],
    ['"12"', 12],
    ["TEXT([P].[text])", 12],
  ])("%s", (source, value) => expect(valueAs(source, "Json")).toEqual(value));

  test.each<[source: string, value: unknown]>([
    ["LIST([P].[text], [P].[list])", ["12", P.list]],
    ["MAP([Items], [_ITEM].[x])", ["12", { y: 1 }, null]],
    ["[P].[list]", P.list],
    ["[P].[word]", []],
  ])("in a list: %s", (source, value) => expect(valueAs(source, "List of Json")).toEqual(value));
});

describe("a part of JSON read as objects and lists", () => {
  test.each<[source: string, result: string, value: unknown]>([
    ["[P].[object].[line]", "Line", { at: "2026-03-14", price: 2.5 }],
    ["IF([N] > 1, [P].[object].[line], [P].[none])", "Line", { at: "2026-03-14", price: 2.5 }],
    ["[P].[list]", "Line", null],
    ["[P].[none]", "Line", null],
    [
      "[P].[lines]",
      "List of Line",
      [
        { at: null, price: 1 },
        { at: null, price: null },
        { at: "2026-03-15", price: 7 },
      ],
    ],
    ["[P].[object]", "List of Line", []],
    ["MAP([Items], [_ITEM].[x])", "List of Text", ["12", '{"y":1}', null]],
  ])("%s as %s", (source, result, value) => expect(valueAs(source, result)).toEqual(value));
});

describe("an item of a list of JSON", () => {
  test("is not read by its position: a warning at the position says what to declare", () => {
    const source = "[P].[lines].[1].[price] > 5";
    const [warning, ...others] = compile(source, scope).diagnostics;
    expect(others).toEqual([]);
    expect(warning).toMatchObject({ code: "type/json-item", severity: "warning" });
    expect(source.slice(warning?.start, warning?.end)).toBe("[1]");
    expect(warning?.hint).toContain("fields: { lines: List of Json }");
    const columns = { P: { type: "Object", fields: { lines: "List of Json" } } } as const;
    expect(compile("INDEX([P].[lines], 3).[price]", { columns }).evaluate({ row })).toBe("7");
    expect(compile("[P].[object].[line]", scope).diagnostics).toEqual([]);
  });
});
