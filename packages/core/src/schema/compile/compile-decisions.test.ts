import { describe, expect, test } from "vitest";
import { loadDefinition } from "../index.ts";

const load = (decisions: string, formula = "0") =>
  loadDefinition(`tablewright: 1
app: { id: a, name: A }
decisions:
${decisions}
tables:
  Orders:
    key: [ID]
    columns:
      ID: { type: Text }
      Tier: { type: Enum, values: [none, gold] }
      Total: { type: Price }
      Value: { type: Text, virtual: true, formula: '${formula}' }
`);

/** How a call of a decision reads as an expression. */
const bodyOf = (decision: string) => {
  const { output, diagnostics } = load(`  D: ${decision}`);
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  return output?.decisions.get("D")?.body?.source.replace(/\s+/g, " ");
};

test("an expression calls a decision, and a decision one that comes after it", () => {
  const { output, diagnostics } = load(
    `  Rate: { parameters: { tier: Text, total: Price }, type: Percent, rows: [["gold", "> 10", "=BASE([total]) * 2"], ["not(gold)", "-", 0]], otherwise: 0 }
  Base: { parameters: { total: Price }, type: Percent, description: What all get., formula: "IF([total] > 5, 0.1, 0)" }`,
    "RATE([Tier], [Total])",
  );
  expect(diagnostics).toEqual([]);
  expect(output?.scope.functions.get("BASE")).toMatchObject({ summary: "What all get.", result: "Percent" });
});

describe("a decision is one expression", () => {
  test.each([
    [
      "the first row that matches",
      `{ parameters: { n: Number }, type: Text, hit: first, rows: [["> 5", big], ["> 1", "=[n]"], ["-", x]] }`,
      'IFS([n] > 5, "big", [n] > 1, [n], TRUE, "x", TRUE, "")',
    ],
    [
      "the only row, where no two can match",
      `{ parameters: { n: Number }, type: Number, rows: [["> 5", 1], ["[1..5]", 2]], otherwise: 0 }`,
      "IFS([n] > 5, 1, AND([n] >= 1, [n] <= 5), 2, TRUE, 0)",
    ],
    [
      "the strongest row, where values are constants",
      `{ parameters: { n: Number }, type: Enum, values: [high, low], hit: priority, rows: [["> 1", low], ["> 5", high]] }`,
      'IFS([n] > 5, "high", [n] > 1, "low", TRUE, "")',
    ],
    [
      "the strongest rule",
      `{ parameters: { n: Number }, type: Number, hit: priority, rules: [{ name: a, when: "[n] > 1", set: { D: 1 } }, { name: b, when: "[n] > 5", set: { D: 2 }, priority: 1 }] }`,
      'IFS([n] > 5, 2, [n] > 1, 1, TRUE, "")',
    ],
    [
      "a policy, where rows may match together",
      `{ parameters: { n: Number }, type: Number, rows: [["> 5", 1], ["> 1", 2]], otherwise: 0 }`,
      'UNIQUE(IF([n] > 5, 1, ""), IF([n] > 1, 2, ""), "", 0)',
    ],
    [
      "an object of its outputs",
      `{ parameters: { n: Number }, outputs: { a: { type: Number, default: 7 }, b: Text }, hit: first, rows: [["> 5", 1, x], ["> 1", null, y]], otherwise: [8, z] }`,
      'IFS([n] > 5, LIST(1, "x"), [n] > 1, LIST(7, "y"), TRUE, LIST(8, "z"))',
    ],
    [
      "an object of the only output that it names",
      `{ parameters: { n: Number }, outputs: { a: { type: Number, default: 7 } }, hit: first, rows: [["> 5", 1]] }`,
      "IFS([n] > 5, LIST(1), TRUE, LIST(7))",
    ],
  ])("of %s", (_, decision, source) => {
    expect(bodyOf(decision)).toBe(source);
  });
});

describe("is refused", () => {
  test.each<[string, string, string, number]>([
    ["a name of the language", "  LEFT: { type: Text, formula: TODAY() }", "definition/wrong-value", 4],
    ["no name", '  "a b": { type: Text, formula: TODAY() }', "definition/wrong-value", 4],
    ["a type that is none", "  F: { type: Txt, formula: TODAY() }", "definition/unknown-type", 4],
    [
      "a parameter's",
      "  F: { parameters: { a: Txt }, type: Text, formula: TODAY() }",
      "definition/unknown-type",
      4,
    ],
    [
      "a bound that is none",
      "  F: { parameters: { a: { type: Number, min: x } }, type: Text, formula: 1 }",
      "definition/wrong-value",
      4,
    ],
    [
      "bounds that no value meets",
      "  F: { parameters: { a: { type: Number, min: 5, max: 1 } }, type: Number, formula: 1 }",
      "definition/wrong-value",
      4,
    ],
    ["a column of a table", "  F: { type: Number, formula: '[Total]' }", "name/unknown-column", 4],
    ["a cell", "  F: { parameters: { a: Number }, type: Number, rows: [['[1..', 2]] }", "decision/cell", 4],
    ["no body", "  F: { type: Number }", "definition/one-of", 4],
    [
      "rows and rules",
      "  F: { type: Number, rows: [[1]], rules: [{ name: a, when: TRUE }] }",
      "definition/one-of",
      4,
    ],
    ["no type", "  F: { formula: 1 }", "definition/missing-member", 4],
    ["outputs of a formula", "  F: { outputs: { a: Number }, formula: 1 }", "definition/exclusive", 4],
    [
      "a circle",
      "  F: { type: Number, formula: G() }\n  G: { type: Number, rows: [['=F()']] }",
      "definition/formula-cycle",
      4,
    ],
  ])("%s", (_, decisions, code, line) => {
    const { output, diagnostics } = load(decisions);
    expect(output).toBeUndefined();
    expect(diagnostics.map((one) => [one.code, one.line])).toContainEqual([code, line]);
  });

  test.each(["Ref", "{ type: List of Ref }"])("%s without its table", (type) => {
    const { diagnostics } = load(`  F: { parameters: { a: ${type} }, type: Number, formula: 1 }`);
    expect(diagnostics.map(({ message }) => message)).toContainEqual(
      expect.stringMatching(/such as "(List of )?Ref of \w/u),
    );
  });

  test("the same name for a function and a decision", () => {
    const { diagnostics } = load(
      "  F: { type: Number, formula: 1 }\nfunctions: { f: { result: Number, formula: 1 } }",
    );
    expect(diagnostics.map(({ code }) => code)).toContain("definition/wrong-value");
  });
});

test("gaps, overlaps and rows that are not reached are found", () => {
  const decisions = `  Gap: { parameters: { n: { type: Number, required: true } }, type: Number, rows: [["> 5", 1], ["< 5", 2]] }
  Both: { parameters: { n: { type: Number, required: true } }, type: Number, rows: [["> 5", 1], ["<= 6", 2]] }
  Late: { parameters: { n: { type: Number, required: true } }, type: Number, hit: first, rows: [["> 5", 1], ["> 6", 2]], otherwise: 0 }`;
  expect(load(decisions).diagnostics.map(({ code, member, example }) => [code, member, example])).toEqual([
    ["logic/gap", "decisions.Gap", { n: 5 }],
    ["logic/overlap", "decisions.Both.rows.1", { n: 6 }],
    ["logic/unreachable", "decisions.Late.rows.1", { n: 7 }],
  ]);
});
