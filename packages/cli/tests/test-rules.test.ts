/** `tablewright test` of rules over plain objects. */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { capture } from "./capture.ts";
import { folderOf } from "./folder.ts";

const RULES = `tablewright: 1
rules: { id: checkout, name: Checkout }
facts:
  tier: { type: Enum, values: [none, gold], required: true }
  total: { type: Price, min: 0, required: true }
  lines: { type: List, of: { type: Object, fields: { price: Price } } }
decisions:
  Sum: { type: Price, formula: "[total] + SUM([lines][price])" }
  Discount:
    type: Percent
    inputs: ["[tier]", "[Sum]"]
    rows:
      - [gold, ">= 1000", 0.15]
      - [gold, "[100..1000)", 0.1]
      - [none, "< 7000", 0.01]
    otherwise: 0
  Score:
    type: Number
    inputs: ["[total]"]
    rows: [["<= 10", 1], [">= 10", 2]]
`;
const TESTS = `tests:
  large: { given: { tier: gold, total: 2000 }, expect: { outputs: { Discount: 0.15 }, fired: { contains: [{ decision: Discount, row: 1 }] } } }
  small: { given: { tier: gold, total: 1 }, expect: { outputs: { Discount: 0 } } }
`;

function folderWith(tests: string): string {
  return folderOf({ "rules.yaml": RULES, "rules.test.yaml": tests });
}

test("tests beside the definition are run, with coverage", async () => {
  const folder = folderWith(TESTS);
  const { code, out, err } = await capture("test", join(folder, "rules.yaml"), "--coverage", "90");
  expect(out).toMatch(
    / {2}ok {4}large\n {2}ok {4}small\n2 tests, none failed; [\s\S]*\nall +7 +5 of 7 +71 %\n/,
  );
  expect(out).toContain("rules.yaml:14:9: decisions.Discount.row 2: never fired");
  expect(err).toBe("The tests cover 71 % of the definition, and 90 % are asked for.\n");
  expect(code).toBe(1);
});

test("a test that fails shows its facts and the difference, also as JSON", async () => {
  const file = join(folderWith(TESTS.replace("0.15 }", "0.2 }")), "rules.yaml");
  const { code, out } = await capture("test", file, "--filter", "large");
  expect(out).toContain('  FAIL  large\n        facts  {"tier":"gold","total":2000}\n');
  expect(out).toContain("          expected  0.2\n          actual    0.15\n");
  expect(code).toBe(1);
  const json = JSON.parse((await capture("test", file, "--reporter", "json")).out);
  expect([json.ok, json.tests.length, json.tests[0].facts]).toEqual([
    false,
    2,
    { tier: "gold", total: 2000 },
  ]);
});

test("--generate writes tests that pass and cover every row, and the overlap that the analysis found", async () => {
  const folder = folderWith("");
  const file = join(folder, "rules.yaml");
  const { code, out } = await capture("test", file, "--generate");
  expect(code).toBe(0);
  expect(out).toContain("logic/overlap at decisions.Score.rows.1:");
  writeFileSync(join(folder, "rules.test.yaml"), out);
  const run = await capture("test", file, "--coverage", "100");
  expect(run.err).toBe("");
  expect(run.code).toBe(0);
});

test("--generate --facts writes a test for each of the facts", async () => {
  const folder = folderWith(TESTS);
  writeFileSync(join(folder, "facts.jsonl"), '{"tier":"gold","total":200}\n{"tier":"silver"}\n');
  const facts = join(folder, "facts.jsonl");
  const { out } = await capture(
    "test",
    join(folder, "rules.yaml"),
    "--generate",
    "--facts",
    facts,
    "--reporter",
    "json",
  );
  const { tests } = JSON.parse(out);
  expect(tests[`facts of ${facts}:1`].expect.outputs).toEqual({ Sum: 200, Discount: 0.1, Score: 2 });
  expect(tests[`facts of ${facts}:2`].expect).toEqual({
    errors: [
      { code: "decision/wrong-fact", pointer: "/tier" },
      { code: "decision/missing-fact", pointer: "/total" },
    ],
  });
});

test("rules have no rows to begin with", async () => {
  const { code, err } = await capture("test", join(folderWith(TESTS), "rules.yaml"), "--store", "memory");
  expect([code, err]).toEqual([1, "Rules over plain objects have no rows: --store is for applications.\n"]);
});

test("tests of another definition in the folder are skipped, with a message", async () => {
  const other = RULES.replaceAll("Discount", "Rebate");
  const folder = folderOf({
    "rules.yaml": RULES,
    "rules.test.yaml": TESTS,
    "rules.more.test.yaml": TESTS.replace("large", "larger"),
    "other.yml": other,
    "other.test.yaml": TESTS,
    "other.more.test.yaml": TESTS,
    "facts.json": "{}",
    "facts.test.yaml": TESTS.replace("large", "fact"),
  });
  const file = join(folder, "rules.yaml");
  const { code, out, err } = await capture("test", file);
  expect([code, out.match(/ {2}ok {4}\w+/g)]).toEqual([
    0,
    ["fact", "small", "larger", "small", "large", "small"].map((name) => `  ok    ${name}`),
  ]);
  expect(err.replaceAll(folder, "")).toBe(
    ["other.more.test.yaml", "other.test.yaml"]
      .map(
        (name) =>
          `"/${name}" is skipped: it has the tests of "other.yml". To run it here, name it as well.\n`,
      )
      .join(""),
  );
  const named = await capture("test", file, join(folder, "other.test.yaml"));
  expect([named.code, named.err]).toEqual([0, ""]);
});

test("a file without tests is named", async () => {
  const folder = folderWith("tests: {}\n");
  const { code, err } = await capture("test", join(folder, "rules.yaml"));
  expect([code, err.replaceAll(folder, "")]).toEqual([
    1,
    'There are no tests in "/rules.test.yaml": "tests" is empty.\n',
  ]);
});

test("of a misspelt member of a test only the misspelling is told", async () => {
  const folder = folderWith(
    "tests: { one: { given: { tier: none, total: 1 }, expects: { outputs: {} } } }\n",
  );
  const { err } = await capture("test", join(folder, "rules.yaml"));
  expect(err.match(/error: .*/g)).toEqual([
    'error: There is no member "expects" here. (definition/unknown-member)',
  ]);
  expect(err).toContain('Did you mean "expect"?');
});

const APP = `tablewright: 1
app: { id: shop, name: Shop, timezone: Europe/Vienna, owner: boss@shop.example }
tables: { Orders: { key: [ID], columns: { ID: { type: Number } } } }
decisions:
  DISCOUNT:
    parameters:
      tier: { type: Enum, values: [none, silver, gold], required: true }
      total: { type: Price, min: 0, required: true }
    type: Percent
    hit: first
    rows:
      - [gold, ">= 1000", 0.15]
      - [gold, "-", 0.1]
    otherwise: 0
  REVIEW:
    parameters: { total: Price }
    outputs: { level: { type: Text, default: none }, at: DateTime }
    rules:
      - { name: Large, when: "[total] > 5000", set: { level: manager, at: "=NOW()" }, event: { type: review, of: "<<[total]>>" } }
`;

function folderOfApp(tests: string): string {
  const folder = folderWith("");
  writeFileSync(join(folder, "app.yaml"), APP);
  rmSync(join(folder, "rules.test.yaml"));
  if (tests !== "") writeFileSync(join(folder, "app.test.yaml"), tests);
  return folder;
}

test("--generate decisions writes tests of an application's decisions, which pass and show every row", async () => {
  const folder = folderOfApp("");
  const file = join(folder, "app.yaml");
  const { code, out, err } = await capture("test", file, "--generate", "decisions");
  expect([code, err]).toEqual([0, ""]);
  expect(out).toContain("decide: DISCOUNT");
  writeFileSync(join(folder, "app.test.yaml"), out);
  const run = await capture("test", file, "--coverage", "100");
  expect(run.err).toBe("");
  expect(run.code).toBe(0);
});

test("--generate names each row for which it has no test, with the reason", async () => {
  const unshown = `  SPENT:
    parameters: { id: Number }
    outputs: { level: Text, other: Text }
    rules:
      - { name: Large, when: "COUNT(Orders[ID]) > 5000", set: { level: manager } }
      - { name: Odd, when: "SQRT([id]) = 123.456", set: { level: odd } }
      - { name: Void, when: "AND([id] > 3, [id] < 2)", set: { level: none } }
      - { name: Some, when: "[id] > 5", set: { other: some } }
      - { name: Most, when: "[id] > 7", set: { other: most } }
`;
  const folder = folderOfApp("");
  const file = join(folder, "app.yaml");
  writeFileSync(file, APP + unshown);
  const { code, out, err } = await capture("test", file, "--generate", "decisions");
  expect([code, err.trim().split("\n")]).toEqual([
    0,
    [
      'No test shows "SPENT Large": its conditions read rows of tables, and tests of decisions have none.',
      'No test shows "SPENT Odd": none of the facts tried meets its conditions. Write this test yourself.',
      'No test shows "SPENT Void": its conditions never hold, or rows before it decide first.',
      expect.stringMatching(/^No test shows "SPENT Most": deciding failed: .* \(decision\/several-values\)$/),
    ],
  ]);
  expect(out).toContain("SPENT Some:");
  const rules = join(folder, "rules.yaml");
  const score = `rows: [["<= 10", 1], ["> 10", 2]]\n    otherwise: 0`;
  writeFileSync(rules, RULES.replace('rows: [["<= 10", 1], [">= 10", 2]]', score));
  expect((await capture("test", rules, "--generate")).err).toBe(
    'No test shows "Score otherwise": its conditions never hold, or rows before it decide first.\n',
  );
});

test("a step of a test decides on facts, and its names are checked", async () => {
  const wrong = `tests:
  one:
    when:
      - decide: DISCOUNT
        facts: { tier: gold, total: 2000 }
        expect: { outputs: { DISCOUNT: 0.1 }, fired: [{ row: 2 }] }
      - { decide: DISCOUNT, facts: { tier: bronze, total: 1 }, expect: { errors: [{ code: decision/wrong-fact, pointer: /tier }] } }
      - { decide: DISCOUNT, facts: {} }
`;
  const { code, out } = await capture("test", join(folderOfApp(wrong), "app.yaml"));
  expect(code).toBe(1);
  expect(out).toMatch(/6:\d+: The value is another one\.\s+expected {2}0\.1\s+actual {4}0\.15/);
  expect(out).toMatch(/6:\d+: The value is another one\.\s+expected {2}2\s+actual {4}1/);
  expect(out).toContain("Deciding has errors, and none were expected.");
  const misspelt = wrong
    .replace("fired: [{ row: 2 }]", "fired: [Lagre]")
    .replace("total: 2000", "totl: 2000");
  const { err } = await capture("test", join(folderOfApp(misspelt), "app.yaml"));
  expect(err).toContain('"totl"');
  expect(err).toContain('"Lagre"');
  const unknown = await capture("test", join(folderOfApp(wrong.replace("DISCOUNT", "DISCONT")), "app.yaml"));
  expect(unknown.err).toContain("DISCOUNT");
});
