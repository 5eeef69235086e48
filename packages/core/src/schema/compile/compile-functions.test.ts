import { describe, expect, test } from "vitest";
import { defineFunction } from "../../expression/index.ts";
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
    ["formula and host", "  F: { result: Number, formula: 1, host: true }", "definition/exclusive", 4],
    [
      "a time-out of a formula",
      "  F: { result: Number, formula: 1, timeout: 2s }",
      "definition/exclusive",
      4,
    ],
    [
      "a time-out that is none",
      "  F: { result: Number, host: true, timeout: 61s }",
      "definition/wrong-value",
      4,
    ],
    ["a cache that is none", "  F: { result: Number, host: true, cache: day }", "definition/wrong-value", 4],
    ["a type of host that is none", "  F: { result: Numbr, host: true }", "definition/unknown-type", 4],
    ["no formula", "  F: { result: Number }", "definition/missing-member", 4],
  ])("%s", (_, functions, code, line) => {
    const { output, diagnostics } = load(functions);
    expect(output).toBeUndefined();
    expect(diagnostics.map((one) => [one.code, one.line])).toContainEqual([code, line]);
  });
});

describe("a function of the program", () => {
  const signature =
    "  RATE: { host: true, parameters: { code: Text }, result: Percent, cache: call, timeout: 500ms }";
  const rate = defineFunction({
    name: "Rate",
    parameters: [{ name: "country", type: "Text" }],
    result: "Percent",
    evaluate: () => 0.25,
  });
  const withFunctions = (text: string, functions: Parameters<typeof loadDefinition>[1] = {}) =>
    loadDefinition(
      `tablewright: 1
app: { id: a, name: A }
${text}
tables:
  T: { key: [ID], securityFilter: '[ID] <> "x"', columns: { ID: { type: Text }, R: { type: Percent, formula: 'RATE([ID])' } } }`,
      functions,
    );

  test("is known by its signature, and its code may come with the definition", () => {
    const { output, diagnostics } = withFunctions(`functions:\n${signature}`);
    expect(diagnostics).toEqual([]);
    expect(output?.functions.get("RATE")).toMatchObject({
      timeout: 500,
      cache: "call",
      code: undefined,
      location: { line: 4 },
    });
    const withCode = withFunctions(`functions:\n${signature}`, { functions: [rate] });
    expect(withCode.output?.functions.get("RATE")?.code).toMatchObject({ timeout: 500, isAsync: false });
    const undeclared = withFunctions("", { functions: [rate] });
    expect(undeclared.output?.functions.get("RATE")?.code).toMatchObject({ timeout: 2_000, cache: "none" });
  });

  test("whose code has other types is an error where it is declared", () => {
    const functions = [{ ...rate, result: "Decimal" }];
    const { output, diagnostics } = withFunctions(`functions:\n${signature}`, { functions });
    expect(output).toBeUndefined();
    expect(diagnostics).toMatchObject([
      { code: "definition/function-differs", line: 4, member: "functions.RATE" },
    ]);
  });

  test("is called by no security filter, not even through a function", () => {
    const { diagnostics } = loadDefinition(`tablewright: 1
app: { id: a, name: A }
functions:
${signature}
  FREE: { parameters: { code: Text }, result: Yes/No, formula: 'RATE([code]) = 0' }
tables:
  T: { key: [ID], securityFilter: 'FREE([ID])', columns: { ID: { type: Text } } }`);
    expect(diagnostics).toMatchObject([
      { code: "definition/function-place", line: 7, message: expect.stringContaining("RATE") },
    ]);
  });

  test.each<[string, Partial<typeof rate>, string]>([
    ["no code", { evaluate: "1" as never }, 'The function RATE has no code: "evaluate" is no function.'],
    [
      "an endless time",
      { timeout: 60_001 },
      'The function RATE needs a "timeout" from 1 to 60000 milliseconds.',
    ],
    [
      "no cache",
      { async: true, cache: "none" },
      "The function RATE is asynchronous, and its answers are cached for the call.",
    ],
    ["a name of the language", { name: "LEFT" }, "There is a function LEFT already."],
  ])("declared with %s is a TypeError", (_, given, message) => {
    expect(() => withFunctions("", { functions: [{ ...rate, ...given }] })).toThrow(new TypeError(message));
  });
});
