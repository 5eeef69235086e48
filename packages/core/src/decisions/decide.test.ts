import { describe, expect, test } from "vitest";
import { loadRules } from "./index.ts";

const CHECKOUT = `
tablewright: 1
rules: { id: checkout, name: Checkout, locale: en-US }
facts:
  tier: { type: Enum, values: [none, silver, gold] }
  total: { type: Price, min: 0, required: true }
  placed: Date
decisions:
  Points: { type: Decimal, formula: "[total] * IF([Discount] > 0, 2, 1)" }
  Discount:
    type: Percent
    hit: first
    inputs: ["[tier]", "[total]"]
    rows:
      - [gold, ">= 1000", 0.15]
      - [gold, "-", 0.10]
      - ["not(gold)", "[500..1000)", 0.05]
    otherwise: 0
  Delivery:
    outputs: { Delivery: { type: Text, default: standard }, Days: Number }
    rules:
      - name: Free delivery
        when: AND([total] > 100, [tier] <> "none")
        set: { Delivery: free, Days: "=2 + 1" }
        event: { type: delivery, message: "Free delivery for <<[tier]>>", total: "<<[total]>>" }
`;

function load(text: string) {
  const { output, diagnostics } = loadRules(text);
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  if (output === undefined) throw new Error("No rules.");
  return output;
}

describe("rules over plain facts", () => {
  const rules = load(CHECKOUT);

  test("decide what every output is, which rows fired, and what is announced", () => {
    expect(rules.decide({ tier: "gold", total: 1200 })).toEqual({
      outputs: { Points: 2400, Discount: 0.15, Delivery: "free", Days: 3 },
      fired: [
        { decision: "Discount", row: 1, outputs: { Discount: 0.15 } },
        { decision: "Delivery", rule: "Free delivery", row: 1, outputs: { Delivery: "free", Days: 3 } },
      ],
      events: [{ type: "delivery", message: "Free delivery for gold", total: 1200 }],
      diagnostics: [],
    });
  });

  test("take the default where nothing matches", () => {
    expect(rules.decide({ tier: "none", total: 20 })).toEqual({
      outputs: { Points: 20, Discount: 0, Delivery: "standard", Days: null },
      fired: [],
      events: [],
      diagnostics: [],
    });
  });

  test("compute only what a wanted output needs", () => {
    const { outputs, fired } = rules.decide({ tier: "gold", total: 1200 }, { outputs: ["Points"] });
    expect(outputs).toEqual({ Points: 2400 });
    expect(fired.map(({ decision }) => decision)).toEqual(["Discount"]);
  });

  test("decide for many", () => {
    const many = rules.decideMany([{ total: 600 }, { tier: "gold", total: 1 }], { outputs: ["Discount"] });
    expect(many.map(({ outputs }) => outputs)).toEqual([{ Discount: 0.05 }, { Discount: 0.1 }]);
  });

  test("say all that is wrong with facts, each with its pointer", () => {
    const { outputs, diagnostics } = rules.decide({ tier: "bronze", placed: "soon" });
    expect(outputs).toEqual({});
    expect(diagnostics.map(({ code, pointer }) => [code, pointer])).toEqual([
      ["decision/wrong-fact", "/tier"],
      ["decision/missing-fact", "/total"],
      ["decision/wrong-fact", "/placed"],
    ]);
    expect(diagnostics[0]?.message).toBe('"bronze" at /tier of the facts is not one of none, silver, gold.');
  });

  test("name the output that is meant where a wanted one is unknown", () => {
    const { diagnostics } = rules.decide({ total: 1 }, { outputs: ["Discont"] });
    expect(diagnostics).toMatchObject([{ code: "decision/unknown-output", suggestion: "Discount" }]);
  });
});

/** Rules with one fact `x` and one decision `D`. */
function decisionOf(type: string, decision: string): string {
  return `tablewright: 1\nrules: { id: r }\nfacts: { x: ${type}, y: ${type}, n: Number, w: Text }\ndecisions:\n  D: ${decision}\n`;
}

describe("a cell", () => {
  test.each<[type: string, cell: string, matching: unknown[], others: unknown[]]>([
    ["Number", '"-"', [1, null], []],
    ["Number", '""', [1, null], []],
    ["Number", "5", [5], [4, null]],
    ["Number", '"<> 5"', [4, null], [5]],
    ["Number", '"> 5, 2, -1"', [6, 2, -1], [5, null]],
    ["Number", '"[1..10)"', [1, 9], [0, 10, null]],
    ["Number", '"(1..10]"', [2, 10], [1, 11, null]],
    ["Number", '"]1..10["', [2, 9], [1, 10, null]],
    ["Number", '"not(1, 3)"', [2, null], [1, 3]],
    ["Number", "blank", [null], [0]],
    ["Number", '"not(blank)"', [0], [null]],
    ["Number", '">= [n]"', [7, 8], [6, null]],
    ["Number", '"[[n]..[n])"', [], [7]],
    ["Number", '"[[n]..9]"', [7, 9], [6, 10]],
    ["Number", '"=MOD(?, 2) = 0"', [2, 4], [3]],
    ["Decimal", '"0.1"', [0.1], [0.2]],
    ["Percent", '"15%"', [0.15], [0.2]],
    ["Text", "gold", ["gold", "GOLD"], ["silver", null]],
    ["Text", '"gold, silver plate"', ["gold", "silver plate"], ["silver"]],
    ["Text", `'"a, b"'`, ["a, b"], ["a"]],
    ["Text", '"blank, gold"', [null, "", "gold"], ["x"]],
    ["Text", "5", ["5"], ["6"]],
    ["Text", `'=LEFT(?, 1) = "?"'`, ["?a"], ["a"]],
    ["Text", '"[w]"', ["same"], ["other"]],
    ["Yes/No", "true", [true], [false, null]],
    ["Yes/No", '"false"', [false], [true, null]],
    ["Date", "2026-01-31", ["2026-01-31"], ["2026-02-01", null]],
    ["Date", '"[2026-01-01..2026-02-01)"', ["2026-01-31"], ["2026-02-01", null]],
    ["Time", '">= 12:30:00"', ["12:30:00"], ["12:00:00"]],
    ["Duration", '"< 010:00:00"', ["009:59:59"], ["010:00:00"]],
  ])("of %s, %s", (type, cell, matching, others) => {
    const rules = load(
      decisionOf(type, `{ type: "Yes/No", inputs: ["[x]"], rows: [[${cell}, true]], otherwise: false }`),
    );
    const given = [...matching, ...others].map((x) => rules.decide({ x, n: 7, w: "same" }).outputs.D);
    expect(given).toEqual([...matching.map(() => true), ...others.map(() => false)]);
  });

  test.each<[cell: string, code: string, at: [number, number]]>([
    ["> ", "decision/cell", [2, 2]],
    ["[1..", "decision/cell", [4, 4]],
    ["[1..2", "decision/cell", [5, 5]],
    ["not(1", "decision/cell", [5, 5]],
    ["1, ", "decision/cell", [3, 3]],
    ["> many", "type/compare", [0, 6]],
    ["10..49", "decision/cell", [0, 6]],
    ["== 10", "decision/cell", [0, 5]],
    [">= 10 and < 50", "decision/cell", [3, 14]],
    ["(x)", "decision/cell", [2, 3]],
    ["=? > [nowhere]", "name/unknown-column", [5, 14]],
    ["> [nowhere]", "name/unknown-column", [2, 11]],
    ["=[x] + 1", "type/result", [1, 8]],
  ])("%j is refused at its place", (cell, code, [start, end]) => {
    const { output, diagnostics } = loadRules(
      decisionOf("Number", `{ type: Text, inputs: ["[x]"], rows: [[${JSON.stringify(cell)}, a]] }`),
    );
    expect(output).toBe(undefined);
    expect(diagnostics).toMatchObject([{ code, start, end, member: "decisions.D.rows.0.0" }]);
  });
});

describe("a hit policy", () => {
  const rows = (hit: string, more = "") =>
    `{ type: Number, values: [3, 1, 2], hit: ${hit}, inputs: ["[x]"], rows: [[">= 1", 1], [">= 2", 2], [">= 3", 3], [">= 4", 3]]${more} }`;

  test.each<[hit: string, byX: readonly unknown[]]>([
    ["unique", [null, 1, "decision/several-rows"]],
    ["any", [null, 1, "decision/rows-disagree"]],
    ["first", [null, 1, 1, 1, 1]],
    ["priority", [null, 1, 1, 3, 3]],
    ["collect", [[], [1], [1, 2], [1, 2, 3], [1, 2, 3, 3]]],
    ["collect list", [[], [1], [1, 2], [1, 2, 3], [1, 2, 3, 3]]],
    ["collect sum", [null, 1, 3, 6, 9]],
    ["collect min", [null, 1, 1, 1, 1]],
    ["collect max", [null, 1, 2, 3, 3]],
    ["collect count", [0, 1, 2, 3, 4]],
    ["rule order", [[], [1], [1, 2], [1, 2, 3], [1, 2, 3, 3]]],
    ["output order", [[], [1], [1, 2], [3, 1, 2], [3, 3, 1, 2]]],
  ])("%s", (hit, byX) => {
    const rules = load(decisionOf("Number", rows(hit)));
    const given = byX.map((_, x) => {
      const { outputs, diagnostics } = rules.decide({ x });
      return diagnostics[0]?.code ?? outputs.D;
    });
    expect(given).toEqual(byX);
  });

  test("lets rows that agree match together under any", () => {
    const rules = load(
      decisionOf(
        "Number",
        '{ type: Text, hit: any, inputs: ["[x]"], rows: [["> 1", A], ["> 2", a], ["< 0", b]] }',
      ),
    );
    expect(rules.decide({ x: 5 }).outputs).toEqual({ D: "A" });
  });

  test("gives a list of one item where nothing matches and the table says so", () => {
    const rules = load(decisionOf("Number", rows("collect", ", otherwise: [2]")));
    expect(rules.decide({ x: 0 }).outputs).toEqual({ D: [2] });
  });

  test("says which rows match together", () => {
    const { diagnostics, outputs } = load(decisionOf("Number", rows("unique"))).decide({ x: 3 });
    expect(outputs).toEqual({});
    expect(diagnostics[0]).toMatchObject({
      member: "decisions.D",
      message:
        'In the decision "D" more than one row matches: row 1, row 2, row 3. Its hit policy is "unique".',
    });
  });

  test("names the first and the last of many rows that match together", () => {
    const many = Array.from({ length: 30 }, (_, at) => `["> ${at - 30}", ${at}]`).join();
    const table = `{ type: Number, hit: unique, inputs: ["[x]"], rows: [${many}] }`;
    const { diagnostics } = load(decisionOf("Number", table)).decide({ x: 3 });
    expect(diagnostics[0]?.message).toMatch(/: row 1, .* row 10, …, row 30\. Its hit/);
  });
});

/** Rules that set A and B; `hit` is that of the list. */
function listOf(hit: string): string {
  return `
tablewright: 1
rules: { id: r }
facts: { x: Number }
decisions:
  After: { type: Number, formula: "[A] + 1" }
  L:
    ${hit}
    outputs: { A: Number, B: { type: Number, default: 9 } }
    rules:
      - { name: low, when: "[x] > 0", set: { A: 1 }, event: low }
      - { name: high, when: "[x] > 1", set: { A: 2, B: 2 }, priority: 5, event: { type: high, x: "<<[x]>>", at: ["<<[x]>>!"] } }
      - { name: last, when: "[x] > 2", set: { B: 3 }, priority: 9, stop: true, event: last }
`;
}

describe("a list of rules", () => {
  test.each<[hit: string, x: number, outputs: unknown, events: readonly string[]]>([
    ["hit: unique", 0, { A: null, B: 9, After: 1 }, []],
    ["hit: unique", 1, { A: 1, B: 9, After: 2 }, ["low"]],
    ["hit: priority", 2, { A: 2, B: 2, After: 3 }, ["high", "low"]],
    ["hit: priority", 3, { A: null, B: 3, After: 1 }, ["last"]],
    ["hit: first", 2, { A: 2, B: 2, After: 3 }, ["high"]],
    ["hit: any", 1, { A: 1, B: 9, After: 2 }, ["low"]],
    ["hit: collect sum", 2, { A: 3, B: 2, After: 4 }, ["high", "low"]],
  ])("%s for %j", (hit, x, outputs, events) => {
    const decided = load(listOf(hit)).decide({ x });
    expect(decided.diagnostics).toEqual([]);
    expect(decided.outputs).toEqual(outputs);
    expect(decided.events.map(({ type }) => type)).toEqual(events);
  });

  test("names the rules that set one output under unique, and computes nothing that needs it", () => {
    const { outputs, diagnostics } = load(listOf("hit: unique")).decide({ x: 2 });
    expect(outputs).toEqual({});
    expect(diagnostics).toMatchObject([
      {
        code: "decision/several-values",
        member: "decisions.L",
        message: 'More than one rule sets "A": "high", "low". The hit policy is "unique".',
      },
    ]);
  });

  test("puts values into events, in their JSON form where nothing is beside them", () => {
    const { events } = load(listOf("hit: priority")).decide({ x: 2 });
    expect(events[0]).toEqual({ type: "high", x: 2, at: ["2!"] });
  });
});

describe("a definition is refused", () => {
  test.each<[what: string, text: string, codes: readonly string[]]>([
    [
      "whose rows are in a file, without a reader of files",
      "{ type: Text, rows: none.csv }",
      ["decision/table-file"],
    ],
    ["with a row too short", '{ type: Text, inputs: ["[x]"], rows: [[1]] }', ["decision/row-width"]],
    [
      "without an order of values",
      '{ type: Text, hit: priority, inputs: ["[x]"], rows: [[1, a]] }',
      ["decision/no-values"],
    ],
    [
      "that adds texts",
      '{ type: Text, hit: collect sum, inputs: ["[x]"], rows: [[1, a]] }',
      ["decision/not-a-number"],
    ],
    [
      "with a value that is none of the output",
      '{ type: Text, values: [a], inputs: ["[x]"], rows: [[1, b]] }',
      ["definition/wrong-value"],
    ],
    ["with an unknown type", '{ type: Texst, formula: "1" }', ["definition/unknown-type"]],
    ["with a Ref, which has no table", '{ type: Ref, formula: "1" }', ["definition/unknown-type"]],
    ["without a type", '{ formula: "1" }', ["definition/missing-member"]],
    ["with two bodies", '{ type: Number, formula: "1", rows: [[1]] }', ["definition/one-of"]],
    ["that needs itself", '{ type: Number, formula: "[D] + 1" }', ["definition/formula-cycle"]],
    [
      "with a rule that sets what is no output",
      '{ rules: [{ name: a, when: "TRUE", set: { E: 1 } }] }',
      ["definition/unknown-member"],
    ],
    [
      "with an open hole",
      '{ rules: [{ name: a, when: "TRUE", event: "a <<[x]" }] }',
      ["definition/open-hole"],
    ],
    [
      "with two rules of one name",
      '{ rules: [{ name: a, when: "TRUE" }, { name: a, when: "TRUE" }] }',
      ["definition/duplicate-name"],
    ],
    [
      "with a comma between digits, which is a number or two values",
      '{ type: Number, inputs: ["[x]"], rows: [["1,5", 1], ["> 1,000", 2], ["not(1,5)", 3], ["1, 5", 4]], otherwise: 0, hit: first }',
      ["decision/cell", "decision/cell", "decision/cell"],
    ],
    ["with a formula of another type", '{ type: Number, formula: "[w]" }', ["type/result"]],
  ])("%s", (_, decision, codes) => {
    const { output, diagnostics } = loadRules(decisionOf("Number", decision));
    expect(output).toBe(undefined);
    expect(diagnostics.map(({ code }) => code)).toEqual(codes);
  });

  test("with decisions that need one another, and says along which way", () => {
    const { diagnostics } = loadRules(
      'tablewright: 1\nrules: { id: r }\nfacts: {}\ndecisions:\n  A: { type: Number, formula: "[B]" }\n  B: { type: Number, formula: "[A]" }',
    );
    expect(diagnostics).toMatchObject([{ code: "definition/formula-cycle", line: 5, member: "decisions.A" }]);
    expect(diagnostics[0]?.message).toContain("A → B → A");
  });
});

describe("an evaluation that fails", () => {
  test("is located in its decision, and the others are there", () => {
    const rules = load(
      'tablewright: 1\nrules: { id: r }\nfacts: { n: Number }\ndecisions:\n  A: { type: Number, formula: "[n] * 9007199254740991" }\n  B: { type: Number, formula: "[A] + 1" }\n  C: { type: Number, formula: "[n]" }',
    );
    const { outputs, diagnostics } = rules.decide({ n: 3 });
    expect(outputs).toEqual({ C: 3 });
    expect(diagnostics).toMatchObject([{ code: "run/overflow", member: "decisions.A.formula" }]);
  });

  test.each([null, undefined, 5, "facts", [1]])("facts that are %j are an error", (facts) => {
    const { diagnostics } = load(decisionOf("Number", '{ type: Number, formula: "[x]" }')).decide(
      facts as object,
    );
    expect(diagnostics).toMatchObject([{ code: "decision/facts" }]);
  });

  test("a getter that throws is an error, and what is inherited is no fact", () => {
    const rules = load(decisionOf("Number", '{ type: Number, formula: "[x]" }'));
    const throwing = Object.defineProperty({}, "x", {
      get() {
        throw new Error("no");
      },
    });
    expect(rules.decide(throwing).diagnostics).toMatchObject([
      { code: "decision/unreadable-fact", pointer: "/x" },
    ]);
    expect(rules.decide(Object.create({ x: 5 })).outputs).toEqual({ D: null });
  });
});
