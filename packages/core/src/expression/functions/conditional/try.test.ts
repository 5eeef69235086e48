import { expect, test } from "vitest";
import { compile as compileTraced, printTrace } from "../../entrances/trace.ts";
import { compile, defineFunction, ExpressionError } from "../../index.ts";

const scope = {
  columns: { N: "Number", M: "Number" },
  tables: { Items: { key: "ID", columns: { ID: "Text", Size: "Number" } } },
} as const;
const tables = {
  Items: [
    { ID: "a", Size: 9_007_199_254_740_991 },
    { ID: "b", Size: 2 },
  ],
};

test.each([
  ["TRY([N] / [M], -1)", -1],
  ["TRY([N] * 9007199254740991, -1)", -1],
  ["TRY(SUM(Items[Size]), [N])", 7],
  ["TRY([M] / 0, SUM(SELECT(Items[Size], [Size] < 9)))", 2],
  ["COUNT(FILTER(Items, TRY([Size] * 2, 1) = 1))", 1],
  ["TRY(TRY([N] / 0, [N] * 9007199254740991), 5)", 5],
])("%s is %s", (source, value) => {
  const context = { row: { N: 7, M: 0 }, tables };
  expect(compile(source, scope).evaluate(context)).toBe(value);
  expect(compileTraced(source, scope).trace(context).value).toBe(value);
});

test("a limit ends the evaluation all the same", () => {
  const compiled = compile("TRY(SUM(SELECT(Items[Size], [Size] > 0)), 1)", scope);
  expect(() => compiled.evaluate({ tables, limits: { fuel: 1 } })).toThrow(ExpressionError);
});

test("a trace shows what failed, and what was computed in its place", () => {
  const trace = compileTraced("TRY([N] * 9007199254740991, [M])", scope).trace({ row: { N: 7, M: 3 } });
  expect(trace.root.parts.map(({ state }) => state)).toEqual(["failed", "evaluated"]);
  expect(printTrace(trace)).toContain("[M] → 3");
});

test("a function of a program that throws is something that cannot be computed", () => {
  const rate = defineFunction({
    name: "RATE",
    parameters: [{ name: "currency", type: "Text" }],
    result: "Decimal",
    evaluate: () => {
      throw new Error("The bank is closed.");
    },
  });
  expect(compile('TRY(RATE("EUR"), 1)', { functions: [rate] }).evaluate()).toBe(1);
});
