import { describe, expect, test } from "vitest";
import { loadRules } from "../../decisions/index.ts";
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

const inRules = (functions: string, formula = "0") =>
  loadRules(`tablewright: 1
rules: { id: a, name: A }
functions:
${functions}
facts: { Price: Price }
decisions: { Net: { type: Price, formula: '${formula}' } }
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
  const { diagnostics } = load(functions, "COUNT(DEARER(Orders[ID]))");
  expect(diagnostics.map(({ code, member }) => `${code} ${member}`)).toEqual([
    "definition/unused-function functions.TOTAL",
  ]);
});

describe.each([
  ["an application", load],
  ["rules", inRules],
] as const)("in %s", (_, read) => {
  test("those that nothing calls are warned of, and those that call one another are not", () => {
    const functions = `  NET: { parameters: { price: Price }, result: Price, formula: "[price] / (1 + RATE())" }
  RATE: { host: true, result: Percent }
  Odd: { result: Number, formula: 1, examples: { "ODD()": 1, "NET(125)": 100 } }`;
    const warning = {
      code: "definition/unused-function",
      severity: "warning",
      line: 6,
      member: "functions.Odd",
    };
    const { output, diagnostics } = read(functions, "Net([Price])");
    expect(output).toBeDefined();
    expect(diagnostics).toMatchObject([warning]);
  });

  test("examples that are no expression are errors", () => {
    const functions = `  F: { result: Number, formula: 1, examples: { "G()": 1 } }`;
    expect(read(functions, "F()").diagnostics).toMatchObject([{ code: "name/unknown-function", line: 4 }]);
  });

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
    const { output, diagnostics } = read(functions);
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

describe("rules", () => {
  const TEXT = `tablewright: 1
rules: { id: orders }
types: { Line: { price: Price, quantity: Number } }
facts: { lines: List of Line, customer: Text }
functions:
  LINE_TOTAL: { parameters: { line: Line }, result: Price, formula: "[line].[price] * TWICE([line].[quantity])" }
  TWICE: { parameters: { x: Number }, result: Number, formula: "[x] * 2", examples: { "TWICE(2)": 4 } }
  SCORE: { host: true, parameters: { who: Text }, result: Number, timeout: 1s }
  IS_SAFE: { parameters: { who: Text }, result: Yes/No, formula: "SCORE([who]) > 50" }
decisions:
  Total: { type: Price, formula: "SUM(MAP([lines], LINE_TOTAL([_ITEM])))" }
  Grade:
    type: Text
    hit: first
    inputs: ["IS_SAFE([customer])", "SCORE([customer])"]
    rows: [["TRUE", "> 90", great], ["TRUE", "-", good]]
    otherwise: bad
`;
  const score = defineFunction({
    name: "Score",
    parameters: [{ name: "who", type: "Text" }],
    result: "Number",
    evaluate: (who) => (who === "Ann" ? 95 : 5),
  });
  const facts = { lines: [{ price: 2, quantity: 3 }], customer: "Ann" };

  test("decide by their functions, with code that the program gives", () => {
    const { output, diagnostics } = loadRules(TEXT, { functions: [score] });
    expect(diagnostics).toEqual([]);
    expect(output?.decide(facts).outputs).toEqual({ Total: 12, Grade: "great" });
    expect(output?.isAsync).toBe(false);
  });

  test("ask asynchronous code once for each different argument", async () => {
    const asked: (string | null)[] = [];
    const evaluate = async (who: string | null) => {
      asked.push(who);
      return 60;
    };
    const { output } = loadRules(TEXT, { functions: [{ ...score, evaluate }] });
    expect(output?.isAsync).toBe(true);
    expect((await output?.decideAsync(facts))?.outputs).toEqual({ Total: 12, Grade: "good" });
    expect(asked).toEqual(["Ann"]);
  });

  test("without code decide the rest, and say what is missing", () => {
    const { output, diagnostics } = loadRules(TEXT);
    expect(diagnostics).toEqual([]);
    expect(output?.decide(facts)).toMatchObject({
      outputs: { Total: 12 },
      diagnostics: [{ code: "run/host-function", message: "The function SCORE has no code here." }],
    });
  });

  test("refuse code of other types", () => {
    const { diagnostics } = loadRules(TEXT, { functions: [{ ...score, result: "Text" }] });
    expect(diagnostics).toMatchObject([{ code: "definition/function-differs", line: 8 }]);
  });
});
