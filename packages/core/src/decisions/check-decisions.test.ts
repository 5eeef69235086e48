import fc from "fast-check";
import { expect, test } from "vitest";
import { loadRules } from "./index.ts";

const FACTS = `tablewright: 1
rules: { id: r }
facts:
  customer:
    type: Object
    required: true
    fields:
      tier: { type: Enum, values: [none, silver, gold], required: true }
      age: { type: Number, min: 0, max: 150 }
  total: { type: Price, min: 0, required: true }
  tags: { type: EnumList, values: [a, b] }
decisions:
`;

/** What is said of decisions, with the member and the facts that show it; these are decided on to see that they are taken. */
function foundIn(decisions: string): readonly string[] {
  const { output, diagnostics } = loadRules(FACTS + decisions);
  if (output === undefined) throw new Error(JSON.stringify(diagnostics));
  return diagnostics.map(({ code, member, example }) => {
    const problems = example === undefined ? [] : output.decide(example).diagnostics;
    expect(problems.filter((one) => /fact/.test(one.code))).toEqual([]);
    return [code, member?.replace("decisions.", ""), example && JSON.stringify(example)].join(" ").trimEnd();
  });
}

test.each<[name: string, decisions: string, ...found: readonly string[]]>([
  [
    "a gap in the fields of an object",
    `  D: { type: Text, hit: first, inputs: ["[customer].[tier]", "[total]"], rows: [[gold, "-", a], [silver, ">= 10", b], [silver, "< 10", c]] }`,
    'logic/gap D {"customer":{"tier":"none"},"total":0}',
  ],
  [
    "an output that is blank otherwise has no default there",
    `  T: { outputs: { A: { type: Number, default: 1 }, B: Number }, inputs: ["[total]"], rows: [["> 5", 2, 3]], otherwise: [null, 5] }
  D: { type: Text, hit: first, inputs: ["[A]"], rows: [["1", x], ["2", y]] }`,

    'logic/gap T {"customer":{"tier":"none"},"total":0}',
    'logic/gap D {"customer":{"tier":"none"},"total":0}',
    "logic/never-true D.rows.0",
  ],
  [
    "a blank field is a value of its own",
    `  D: { type: Text, hit: unique, inputs: ["[customer].[age]"], rows: [["<= 40", a], ["> 40", b]] }`,
    'logic/gap D {"customer":{"tier":"none","age":null},"total":0}',
  ],
  [
    "fields beyond their bounds",
    `  D: { type: Text, rules: [{ name: A, when: "[customer].[age] > 150", set: { D: x } }] }`,
    "logic/never-true D.rules.0",
  ],
  [
    "rules that set one output, of which one stops",
    `  D: { type: Text, rules: [{ name: A, when: "[total] > 5", set: { D: x }, stop: true }, { name: B, when: "[total] > 2", set: { D: y } }] }`,
  ],
  [
    "rules that set one output",
    `  D: { type: Text, rules: [{ name: A, when: "[total] > 5", set: { D: x } }, { name: B, when: "[total] > 2", set: { D: y } }] }`,
    'logic/overlap D.rules.1 {"customer":{"tier":"none"},"total":6}',
  ],
  [
    "a table by priority, whose weaker row is before the stronger",
    `  D: { type: Enum, values: [high, low], hit: priority, inputs: ["[total]"], rows: [["> 10", low], ["> 5", high]], otherwise: low }`,
    'logic/unreachable D.rows.0 {"customer":{"tier":"none"},"total":11}',
  ],
  [
    "what another decision computes, in its facts",
    `  T: { type: Price, formula: "[total] * 2" }\n  D: { type: Text, hit: unique, inputs: ["[T]"], rows: [["[10..5]", a], ["-", b]] }`,
    "logic/never-true D.rows.0",
  ],
  [
    "a gap in the outputs of a table",
    `  Band: { type: Enum, values: [low, mid, high], inputs: ["[total]"], rows: [["< 10", low], ["[10..20)", mid], [">= 20", high]] }
  D: { type: Text, inputs: ["[Band]", "[customer].[tier]"], rows: [[low, "-", a], [mid, gold, b], [mid, "not(gold)", b], [high, "not(gold)", c]] }`,
    'logic/gap D {"customer":{"tier":"gold"},"total":20}',
  ],
  [
    "none where every output has its row, though not every value",
    `  Band: { type: Enum, values: [low, mid, high], inputs: ["[total]"], rows: [["< 10", low], [">= 10", high]] }
  D: { type: Text, inputs: ["[Band]"], rows: [[low, a], [high, b]] }`,
  ],
  [
    "an overlap, and a row that no output reaches",
    `  Band: { type: Text, hit: first, inputs: ["[total]"], rows: [["< 10", low]], otherwise: high }
  D: { type: Text, inputs: ["[Band]", "[total]"], rows: [[low, "-", a], [high, "-", b], ["-", "> 50", c], [none, "-", d]] }`,
    'logic/overlap D.rows.2 {"customer":{"tier":"none"},"total":51}',
    "logic/never-true D.rows.3",
  ],
  [
    "facts for which the other decision fails show nothing",
    `  Band: { type: Text, inputs: ["[total]"], rows: [["< 10", low], [">= 5", high]] }
  D: { type: Text, inputs: ["[Band]", "[total]"], rows: [[low, "< 5", a], [high, "-", b]] }`,
    'logic/overlap Band.rows.1 {"customer":{"tier":"none"},"total":5}',
  ],
  [
    "an input that is blank for facts that are not, of a table that collects",
    `  D: { type: Text, hit: collect, inputs: ["10 / [total]"], rows: [["> 5", a], ["<= 5", b]] }`,
    'logic/blank-input D.inputs.0 {"customer":{"tier":"none"},"total":0}',
  ],
  [
    "the same through a formula",
    `  R: { type: Decimal, formula: "10 / [total]" }\n  D: { type: Text, hit: collect, inputs: ["[R]"], rows: [["> 5", a]] }`,
    'logic/blank-input D.inputs.0 {"customer":{"tier":"none"},"total":0}',
  ],
  [
    "but not where a cell holds for blank",
    `  D: { type: Text, hit: collect, inputs: ["10 / [total]"], rows: [["> 5, blank", a], ["<= 5", b]] }`,
  ],
  [
    "a gap where an input is blank",
    `  D: { type: Text, hit: first, inputs: ["10 / [total]"], rows: [["> 5", a], ["<= 5", b]] }`,
    'logic/gap D {"customer":{"tier":"none"},"total":0}',
  ],
  [
    "no gap where a row takes everything",
    `  D: { type: Text, hit: first, inputs: ["10 / [total]"], rows: [["> 5", a], ["-", b]] }`,
  ],
  [
    "what another decision computes is shown by facts",
    `  T: { type: Price, formula: "[total] * 2" }\n  D: { type: Text, hit: unique, inputs: ["[T]"], rows: [["> 10", a], ["> 5", b]] }`,
    'logic/gap D {"customer":{"tier":"none"},"total":0}',
  ],
  [
    "branches of a formula",
    `  D: { type: Text, formula: 'IFS([customer].[tier] = "gold", "a", [customer].[tier] = "GOLD", "b")' }`,
    'logic/unreachable D.formula {"customer":{"tier":"gold"},"total":0}',
  ],
])("%s", (_, decisions, ...found) => {
  expect(foundIn(decisions)).toEqual(found);
});

test("of hundreds of rows, those that no number reaches are found, and no others", () => {
  const MOST = 300;
  const row = fc.tuple(fc.nat(MOST - 1), fc.integer({ min: 1, max: 12 }), fc.boolean());
  fc.assert(
    fc.property(fc.array(row, { minLength: 80, maxLength: 200 }), (rows) => {
      const cells = rows.map(([from, width, isTwice], index) => {
        const range = `[${from}..${from + width}]`;
        return [isTwice ? `${range}, ${(from + 150) % MOST}` : range, index];
      });
      const { diagnostics } = loadRules(
        JSON.stringify({
          tablewright: 1,
          rules: { id: "r" },
          facts: { x: { type: "Number", min: 0, max: MOST - 1, required: true } },
          decisions: { D: { type: "Number", hit: "first", inputs: ["[x]"], rows: cells, otherwise: 0 } },
        }),
      );
      const taken = new Set<number>();
      const unreached = rows.flatMap(([from, width, isTwice], index) => {
        const numbers = Array.from({ length: width + 1 }, (_, at) => from + at).filter((x) => x < MOST);
        if (isTwice) numbers.push((from + 150) % MOST);
        const isReached = numbers.some((x) => !taken.has(x));
        for (const x of numbers) taken.add(x);
        return isReached ? [] : [`decisions.D.rows.${index}`];
      });
      const found = diagnostics.filter(({ code }) => code === "logic/unreachable");
      expect(found.map(({ member }) => member)).toEqual(unreached);
    }),
    { numRuns: 8 },
  );
});
