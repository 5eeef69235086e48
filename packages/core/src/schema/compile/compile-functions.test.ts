import { describe, expect, test } from "vitest";
import { loadDefinition } from "../index.ts";

const load = (functions: string, formula = "0") =>
  loadDefinition(`tablewright: 1
app: { id: a, name: A }
functions:
${functions}
tables:
  Orders:
    key: [ID]
    columns:
      ID: { type: Text }
      Price: { type: Price }
      Net: { type: Price, virtual: true, formula: '${formula}' }
`);

test("a formula calls a function, which calls one that comes after it", () => {
  const functions = `  NET: { parameters: { price: Price }, result: Price, formula: "[price] / (1 + RATE())", description: Without tax. }
  Rate: { result: Percent, formula: 0.25 }`;
  const { output, diagnostics } = load(functions, "NET([Price]) + Net(1)");
  expect(diagnostics).toEqual([]);
  expect(output?.scope.functions.get("NET")).toMatchObject({ summary: "Without tax.", result: "Price" });
});

test("a body may read tables, and parameters may be Refs, objects and lists of them", () => {
  const functions = `  DEARER: { parameters: { orders: List of Ref of Orders }, result: List of Ref of Orders, formula: "FILTER([orders], [Price] > 5)" }
  TOTAL: { parameters: { lines: List of Line, first: Line }, result: Decimal, formula: "SUM([lines][price]) + [first].[price]" }
types: { Line: { price: Price } }`;
  expect(load(functions, "COUNT(DEARER(Orders[ID]))").diagnostics).toEqual([]);
});

describe("is refused", () => {
  test.each<[string, string, string, number]>([
    ["a name of the language", "  LEFT: { result: Text, formula: TODAY() }", "definition/wrong-value", 4],
    ["no name", '  "a b": { result: Text, formula: TODAY() }', "definition/wrong-value", 4],
    ["a type that is none", "  F: { result: Txt, formula: TODAY() }", "definition/unknown-type", 4],
    [
      "a parameter's",
      "  F: { parameters: { a: Txt }, result: Text, formula: TODAY() }",
      "definition/unknown-type",
      4,
    ],
    ["an unknown name in a body", "  F: { result: Number, formula: '[Price]' }", "name/unknown-column", 4],
    [
      "a circle",
      "  F: { result: Number, formula: G() }\n  G: { result: Number, formula: F() }",
      "definition/formula-cycle",
      4,
    ],
    ["no formula", "  F: { result: Number }", "definition/missing-member", 4],
  ])("%s", (_, functions, code, line) => {
    const { output, diagnostics } = load(functions);
    expect(output).toBeUndefined();
    expect(diagnostics.map((one) => [one.code, one.line])).toContainEqual([code, line]);
  });
});
