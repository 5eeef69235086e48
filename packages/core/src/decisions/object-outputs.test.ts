/** Objects and lists of objects as outputs: written out, computed, read by others, and in files. */
import { describe, expect, test } from "vitest";
import { loadRules, tablesOf } from "./index.ts";

const HEAD = `tablewright: 1
rules: { id: offers }
types:
  Offer: { name: { type: Text, required: true }, rate: Percent, days: { type: List, of: Number }, at: { type: Object, fields: { city: Text, since: Date } } }
facts: { tier: Text, total: Price }
decisions:
`;

const RULES = `${HEAD}  Offer:
    type: Offer
    hit: first
    inputs: ["[tier]"]
    rows:
      - [gold, { name: "=[tier] & \\"!\\"", rate: 0.20, days: [1, 2], at: { city: Graz, since: 2026-01-31 } }]
      - [silver, { name: silver }]
    otherwise: { name: none, rate: "=IF([total] > 10, 0.1, 0)" }
  Rate: { type: Percent, formula: "[Offer].[rate]" }
  All:
    type: Offer
    hit: collect
    inputs: ["[total]"]
    rows:
      - ["> 1", { name: one }]
      - ["> 2", { name: two, days: [2] }]
  Steps:
    outputs: { Steps: { type: List, of: { type: Object, fields: { do: Text, after: Number } }, default: [{ do: wait }] } }
    rules:
      - { name: Call, when: '[tier] = "gold"', set: { Steps: [{ do: call, after: 1 }, { do: "=LET(a, 1, TEXT(a))", after: "=LET(b, 2, b + 1)" }] } }
`;

const decide = (text: string, facts: object) => {
  const { output: rules, diagnostics } = loadRules(text);
  expect(diagnostics).toEqual([]);
  return rules?.decide(facts);
};

describe("objects as outputs", () => {
  test("are made of their fields, each a value or a formula, at any depth", () => {
    const result = decide(RULES, { tier: "gold", total: 3 });
    expect(result?.diagnostics).toEqual([]);
    expect(result?.outputs).toEqual({
      Offer: { name: "gold!", rate: 0.2, days: [1, 2], at: { city: "Graz", since: "2026-01-31" } },
      Rate: 0.2,
      All: [
        { name: "one", rate: null, days: [], at: null },
        { name: "two", rate: null, days: [2], at: null },
      ],
      Steps: [
        { do: "call", after: 1 },
        { do: "1", after: 3 },
      ],
    });
  });

  test("of otherwise and default are, too", () => {
    expect(decide(RULES, { tier: "none", total: 20 })?.outputs).toMatchObject({
      Offer: { name: "none", rate: 0.1 },
      Rate: 0.1,
      Steps: [{ do: "wait", after: null }],
    });
  });

  test.each([
    ["{ nam: x }", "definition/unknown-member", "decisions.Offer.rows.0.1.nam"],
    ["{ name: x, rate: often }", "decision/output-cell", "decisions.Offer.rows.0.1.rate"],
    ["{ name: x, at: { city: '=[twn]' } }", "name/unknown-column", "decisions.Offer.rows.0.1.at.city"],
    ["{ name: x, days: [1, { a: 1 }] }", "definition/wrong-value", "decisions.Offer.rows.0.1.days"],
    ["{ rate: 0.1 }", "definition/missing-member", "decisions.Offer.rows.0.1.name"],
    ["{ name: '', rate: 0.1 }", "definition/missing-member", "decisions.Offer.rows.0.1.name"],
    ["{ name: { a: 1 } }", "definition/wrong-value", "decisions.Offer.rows.0.1.name"],
  ])("%s is an error at its field", (cell, code, member) => {
    const text = `${HEAD}  Offer: { type: Offer, inputs: ["[tier]"], rows: [["-", ${cell}]] }\n`;
    const { output, diagnostics } = loadRules(text);
    expect(output).toBeUndefined();
    expect(diagnostics.map((one) => [one.code, one.member])).toContainEqual([code, member]);
  });

  const BOUNDED = `tablewright: 1
rules: { id: r }
types: { Offer: { name: { type: Text, required: true }, rate: { type: Percent, min: 0.1, max: 0.5 }, tier: { type: Enum, values: [a, b] } } }
facts: { tier: Text, rate: Percent }
decisions:
`;

  test.each([
    ["{ name: x, rate: 0.6 }", "definition/wrong-value", "rate"],
    ["{ name: x, rate: '=0.02 + 0.03' }", "definition/wrong-value", "rate"],
    ["{ name: x, tier: c }", "definition/wrong-value", "tier"],
    ["{ name: '=\"\"' }", "definition/missing-member", "name"],
  ])("%s breaks the rules of a field when it is loaded", (cell, code, field) => {
    const { diagnostics } = loadRules(
      `${BOUNDED}  Offer: { type: Offer, inputs: ["[tier]"], rows: [["-", ${cell}]] }\n`,
    );
    expect(diagnostics.map((one) => [one.code, one.member])).toEqual([
      [code, `decisions.Offer.rows.0.1.${field}`],
    ]);
  });

  test.each([
    ["a row", 'inputs: ["[tier]"], rows: [["-", { name: "=[tier]", rate: "=[rate]", tier: "=[tier]" }]]'],
    [
      "a list",
      'hit: collect, inputs: ["[tier]"], rows: [["-", { name: "=[tier]", rate: "=[rate]", tier: "=[tier]" }]]',
    ],
    [
      "otherwise",
      'hit: first, inputs: ["[tier]"], rows: [["none", { name: x }]], otherwise: { name: "=[tier]", rate: "=[rate]", tier: "=[tier]" }',
    ],
  ])("computed fields of %s keep the rules of their fields, or deciding fails", (_, body) => {
    const { output } = loadRules(`${BOUNDED}  Offer: { type: Offer, ${body} }\n`);
    expect(output?.decide({ tier: "a", rate: 0.1 }).diagnostics).toEqual([]);
    for (const [facts, says] of [
      [{ rate: 0.2 }, 'The output "Offer" has nothing at /name, and a value is expected.'],
      [{ tier: "a", rate: 0.6 }, 'The output "Offer" has "0.6" at /rate, and at most 0.5 is expected.'],
      [{ tier: "c", rate: 0.2 }, 'The output "Offer" has "c" at /tier, and one of a, b is expected.'],
    ] as const)
      expect(output?.decide(facts)).toMatchObject({
        outputs: {},
        diagnostics: [
          {
            code: "decision/wrong-output",
            message: says,
            member: expect.stringContaining("decisions.Offer"),
          },
        ],
      });
  });

  test("values of a field of any JSON are refused", () => {
    const text = `${HEAD}  Offer: { outputs: { O: { type: Object, fields: { any: { type: Json, values: [a] } } } }, rules: [{ name: a, when: "TRUE" }] }\n`;
    expect(loadRules(text).diagnostics).toMatchObject([
      { code: "definition/option", member: expect.stringContaining("any.values") },
    ]);
  });

  test("whose formula gives blank have a blank field where none is required", () => {
    const text = `tablewright: 1
rules: { id: r }
types: { Offer: { name: Text } }
facts: { tier: Text }
decisions: { Offer: { type: Offer, inputs: ["[tier]"], rows: [["-", { name: "=[tier]" }]] } }
`;
    const { output, diagnostics } = loadRules(text);
    expect(diagnostics).toEqual([]);
    expect(output?.decide({})).toMatchObject({ outputs: { Offer: { name: null } }, diagnostics: [] });
  });

  test("are JSON in the cells of a file, and read back", () => {
    const cells = tablesOf(RULES).get("Offer");
    expect(cells?.[2]).toEqual(["silver", '{"name":"silver"}']);
    const text = RULES.replace(/rows:[\s\S]*?otherwise: .*\n/, "rows: offers.csv\n");
    const { output, diagnostics } = loadRules(text, {
      readTable: () => (cells ?? []).map((row, at) => ({ line: at + 1, cells: row })),
    });
    expect(diagnostics).toEqual([]);
    for (const tier of ["gold", "silver", "none"])
      expect(output?.decide({ tier, total: 3 }).outputs).toEqual(decide(RULES, { tier, total: 3 })?.outputs);
  });
});
