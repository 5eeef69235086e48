/** Tests of decisions, read and run through the public face. */
import { definitionLocations } from "@tablewright/core";
import { defineFunction, loadRules, type Rules } from "@tablewright/core/rules";
import { describe, expect, test } from "vitest";
import { coverageTable, junitReport, listTest, readDecisionTests, runDecisionTests } from "../src/index.ts";

const RULES = `tablewright: 1
rules: { id: checkout }
facts:
  tier: { type: Enum, values: [none, gold], required: true }
  total: { type: Price, min: 0, required: true }
  day: Date
decisions:
  Discount:
    type: Percent
    hit: first
    inputs: ["[tier]", "[total]"]
    rows:
      - [gold, ">= 1000", 0.15]
      - [gold, "-", 0.1]
    otherwise: 0
  Late: { type: Yes/No, formula: "[day] < TODAY()" }
  Delivery:
    outputs: { Delivery: { type: Text, default: standard } }
    rules:
      - name: Free
        when: '[tier] = "gold"'
        set: { Delivery: free }
        event: { type: delivery, to: "<<[tier]>>", parts: [1, { total: "<<[total]>>" }] }
`;

const rules = loadRules(RULES).output as Rules;

/** What is wrong with tests of these expectations on a gold customer, one line a mismatch. */
async function failuresOf(
  expectation: string,
  facts = "{ tier: gold, total: 1200 }",
): Promise<readonly string[]> {
  const { output, diagnostics } = readDecisionTests(
    `tests: { one: { given: ${facts}, expect: ${expectation} } }`,
    rules,
  );
  expect(diagnostics).toEqual([]);
  if (output === undefined) return [];
  const { tests } = await runDecisionTests({ rules, tests: [output], now: Date.UTC(2026, 2, 2) });
  return (tests[0]?.failures ?? []).map(({ message, expected, actual }) =>
    [message, expected, actual].filter((part) => part !== undefined).join(" | "),
  );
}

describe("what is expected", () => {
  test.each([
    ["{ outputs: { Discount: 0.15, Delivery: free } }"],
    ["{ outputs: { Delivery: { contains: re } } }"],
    ["{ fired: [{ decision: Discount, row: 1 }, Free] }"],
    [
      "{ fired: { contains: [{ rule: Free, outputs: { Delivery: free } }], not: { contains: [{ row: 2 }] } } }",
    ],
    ["{ events: [{ type: delivery, parts: [1, { total: 1200 }] }] }"],
    ["{ events: { count: 1 } }"],
  ])("%s", async (expectation) => {
    expect(await failuresOf(expectation)).toEqual([]);
  });

  test.each([
    ["{ outputs: { Discount: 0.1 } }", ["The value is another one. | 0.1 | 0.15"]],
    [
      "{ fired: [Free] }",
      [
        'There is another number of rows that fired: 2, not 1. | ["Free"] | [{"decision":"Discount","row":1,"outputs":{"Discount":0.15}},{"decision":"Delivery","rule":"Free","row":1,"outputs":{"Delivery":"free"}}]',
      ],
    ],
    ["{ events: [{ type: delivery, parts: [1, { total: 1 }] }] }", ["The value is another one. | 1 | 1200"]],
    ["{ errors: [{ code: decision/wrong-fact }] }", [/^There is another number of errors: 0, not 1\./]],
  ])("%s is told with the difference", async (expectation, failures) => {
    const found = await failuresOf(expectation);
    expect(found.length).toBe(failures.length);
    for (const [at, failure] of failures.entries())
      if (typeof failure === "string") expect(found[at]).toBe(failure);
      else expect(found[at]).toMatch(failure);
  });

  test("errors are compared by their pointers, and are no surprise only where they are expected", async () => {
    const facts = "{ tier: silver, total: 1 }";
    expect(await failuresOf("{ errors: [{ code: decision/wrong-fact, pointer: /tier }] }", facts)).toEqual(
      [],
    );
    expect((await failuresOf("{ outputs: { Discount: 0 } }", facts))[0]).toMatch(
      /^Deciding has errors, and none were expected\. \| \[\{"code":"decision\/wrong-fact","pointer":"\/tier"/,
    );
  });
});

test("facts, clock and time zone of the file hold for all tests, and those of a test win", async () => {
  const text = `given: { tier: none, total: 1, day: 2026-03-01 }
clock: 2026-03-02
tests:
  late: { expect: { outputs: { Late: true, Discount: 0 } } }
  not yet: { given: { tier: gold }, clock: 2026-03-01, expect: { outputs: { Late: false, Discount: 0.1 } } }
  already: { clock: "2026-03-01T23:30:00Z", timezone: Europe/Berlin, expect: { outputs: { Late: true } } }
`;
  const { output } = readDecisionTests(text, rules);
  const run = output && (await runDecisionTests({ rules, tests: [output], now: 0 }));
  expect(run?.tests.map(({ failures }) => failures)).toEqual([[], [], []]);
});

test("names that the definition does not have are errors at their places", () => {
  const text = `given: { teir: gold }
tests:
  one:
    given: { totl: 1 }
    clock: noon
    expect:
      outputs: { Discont: 0 }
      fired: [Fee, { decision: Discuont }]
      errors: [{ code: decision/wrong }]
`;
  const { diagnostics } = readDecisionTests(text, rules, { file: "a.test.yaml" });
  expect(
    diagnostics.map(({ line, character, code, member }) => `${line}:${character} ${code} ${member}`),
  ).toEqual([
    "1:10 definition/unknown-member given.teir",
    "4:14 definition/unknown-member tests.one.given.totl",
    "5:12 definition/wrong-value tests.one.clock",
    "7:18 definition/unknown-member tests.one.expect.outputs.Discont",
    "8:15 definition/wrong-value tests.one.expect.fired.0",
    "8:32 definition/wrong-value tests.one.expect.fired.1.decision",
    "9:24 definition/wrong-value tests.one.expect.errors.0.code",
  ]);
});

test("coverage counts every row, rule, formula and otherwise", async () => {
  const { output } = readDecisionTests(
    "tests: { one: { given: { tier: gold, total: 5 }, expect: { outputs: { Discount: 0.1 } } } }",
    rules,
  );
  const locations = definitionLocations(RULES, { file: "rules.yaml" });
  const run = output && (await runDecisionTests({ rules, tests: [output], now: 0, locations }));
  expect(run?.coverage && coverageTable(run.coverage)).toBe(
    `covered    parts   cases
row            2  1 of 2   50 %
otherwise      1  0 of 1    0 %
formula        1  1 of 1  100 %
rule           1  1 of 1  100 %
all            5  3 of 5   60 %
rules.yaml:13:9: decisions.Discount.row 1: never fired
rules.yaml:15:16: decisions.Discount.otherwise: never computed`,
  );
});

test("the reports have the facts of a test that fails", async () => {
  const { output } = readDecisionTests(
    "tests: { one: { given: { tier: gold, total: 5 }, expect: { outputs: { Discount: 0.2 } } } }",
    rules,
    { file: "a.test.yaml" },
  );
  const run = output && (await runDecisionTests({ rules, tests: [output], now: 0 }));
  const [result] = run?.tests ?? [];
  expect(result && listTest(result)).toBe(
    [
      "  FAIL  one",
      '        facts  {"tier":"gold","total":5}',
      "        a.test.yaml:1:71: The value is another one.",
      "          expected  0.2",
      "          actual    0.1",
    ].join("\n"),
  );
  expect(run && junitReport(run)).toContain(
    "facts     {&quot;tier&quot;:&quot;gold&quot;,&quot;total&quot;:5}",
  );
});

test("asynchronous functions are waited for", async () => {
  const { output: asking } = loadRules(
    'tablewright: 1\nrules: { id: r }\nfacts: { c: Text }\ndecisions: { Rate: { type: Decimal, formula: "RATE([c])" } }',
    {
      functions: [
        {
          name: "RATE",
          parameters: [{ name: "c", type: "Text" }],
          result: "Decimal",
          evaluate: async (code: string) => {
            if (code !== "USD") throw new Error("the bank is closed");
            return 1.5;
          },
        },
      ],
    },
  );
  const { output } = readDecisionTests(
    "tests: { one: { given: { c: USD }, expect: { outputs: { Rate: 1.5 } } }, two: { expect: { outputs: { Rate: 1 } } } }",
    asking as Rules,
  );
  const run = output && (await runDecisionTests({ rules: asking as Rules, tests: [output], now: 0 }));
  expect(run?.tests[0]?.failures).toEqual([]);
  expect(run?.tests[1]?.failures[0]?.actual).toContain('"cause":"Error: the bank is closed');
});

describe("functions of the program", () => {
  const TEXT = `tablewright: 1
rules: { id: credit }
facts: { who: Text }
functions:
  SCORE: { host: true, parameters: { who: Text }, result: Number, examples: { 'SCORE("Ann")': 95 } }
  IS_SAFE: { parameters: { score: Number }, result: Yes/No, formula: "[score] > 50", examples: { IS_SAFE(51): true, IS_SAFE(50): true } }
decisions:
  Grade: { type: Text, inputs: ["IS_SAFE(SCORE([who]))"], rows: [["TRUE", good], ["FALSE", bad]] }
`;
  const score = defineFunction({
    name: "SCORE",
    parameters: [{ name: "who", type: "Text" }],
    result: "Number",
    evaluate: async () => 95,
  });
  const TESTS = `functions: { score: [{ with: [Ann], gives: 80 }, { with: [Bad], fails: no bank }] }
tests:
  ann: { given: { who: Ann }, expect: { outputs: { Grade: good } } }
  own: { given: { who: Ann }, functions: { SCORE: [{ gives: 3 }] }, expect: { outputs: { Grade: bad } } }
  fails: { given: { who: Bad }, expect: { errors: [{ code: run/host-function }] } }
  asked: { given: { who: Cid }, expect: { outputs: {} } }
`;
  const failing = async (given: Rules, text: string) => {
    const { output, diagnostics } = readDecisionTests(text, given);
    expect(diagnostics).toEqual([]);
    const run = await runDecisionTests({ rules: given, tests: output === undefined ? [] : [output], now: 0 });
    return run.tests.map(({ name, failures }) => [name, failures.map(({ message }) => message)]);
  };

  test("answer what tests name, and fail those that name no answer; examples are tests", async () => {
    const given = loadRules(TEXT).output as Rules;
    expect(await failing(given, TESTS)).toEqual([
      ["IS_SAFE(51)", []],
      ["IS_SAFE(50)", ["The example gives another answer."]],
      ["ann", []],
      ["own", []],
      ["fails", []],
      ["asked", [expect.any(String), 'The test gives no answer of SCORE for ["Cid"].']],
    ]);
  });

  test("have their code where a test does not name them", async () => {
    const given = loadRules(TEXT, { functions: [score] }).output as Rules;
    const text = "tests: { one: { given: { who: Cid }, expect: { outputs: { Grade: good } } } }";
    expect(await failing(given, text)).toEqual([
      ['SCORE("Ann")', []],
      ["IS_SAFE(51)", []],
      ["IS_SAFE(50)", ["The example gives another answer."]],
      ["one", []],
    ]);
    expect((await failing(given, TESTS)).slice(3, 5)).toEqual([
      ["ann", []],
      ["own", []],
    ]);
  });

  test.each([
    ["functions: { SCOR: [] }\ntests: {}", 'Did you mean "SCORE"?'],
    ["functions: { SCORE: [{ with: [1, 2], gives: 1 }] }\ntests: {}", "a list of 1 argument"],
    ["functions: { SCORE: [{ with: [a] }] }\ntests: {}", "gives"],
  ])("named wrongly are errors: %s", (text, says) => {
    const { diagnostics } = readDecisionTests(text, loadRules(TEXT).output as Rules);
    expect(JSON.stringify(diagnostics)).toContain(JSON.stringify(says).slice(1, -1));
  });
});
