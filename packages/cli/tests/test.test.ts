/** `tablewright test`: which tests are run, and what is printed of them. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { capture } from "./capture.ts";
import { definitionOf, folderOf } from "./folder.ts";

const DEFINITION = definitionOf();
const SOLD = `clock: 2026-03-01
given: { Goods Sold: goods.csv }
tests:
  twice the price:
    when: [{ table: Goods Sold, Action: Add, Rows: [{ Good: 2, Price: 4 }] }]
    expect: { rows: [{ Twice: 8, Name: unnamed }], tables: { Goods Sold: { count: 2 } } }
  no price below nothing:
    when: [{ table: Goods Sold, Action: Add, Rows: [{ Good: 2, Price: -1 }] }]
    expect: { errors: [{ column: Price }] }
`;
const GOODS = "Good;Price;Sold\n1;1,50;2026-02-03\n";

function folderWith(tests: string, files: Readonly<Record<string, string>> = {}): string {
  return folderOf({ "app.yaml": DEFINITION, "app.test.yaml": tests, "goods.csv": GOODS, ...files });
}

test("the tests beside the definition are run, with the rows of a file", async () => {
  const folder = folderWith(SOLD);
  const { code, out, err } = await capture("test", join(folder, "app.yaml"));
  expect(err).toBe("");
  expect(out).toMatch(
    /app\.test\.yaml\n {2}ok {4}twice the price\n {2}ok {4}no price below nothing\n2 tests, none failed; /,
  );
  expect(code).toBe(0);
});

test("what fails is reported at its place, and the exit code is 1", async () => {
  const folder = folderWith(SOLD.replace("Twice: 8", "Twice: 9"));
  const { code, out } = await capture("test", join(folder, "app.yaml"));
  const file = join(folder, "app.test.yaml");
  expect(out).toContain(
    `  FAIL  twice the price\n        ${file}:6:24: The value is another one.\n          expected  9\n          actual    8\n`,
  );
  expect(code).toBe(1);
});

test("a filter chooses tests by their names", async () => {
  const { code, out } = await capture("test", join(folderWith(SOLD), "app.yaml"), "--filter", "twice");
  expect(out).toContain("1 test, none failed");
  expect(code).toBe(0);
});

test("all of a definition is covered", async () => {
  const { code, out } = await capture("test", join(folderWith(SOLD), "app.yaml"), "--coverage", "100");
  expect(out).toMatch(/covered +parts +cases\n[\s\S]*\nall +2 +2 of 2 +100 %\n$/);
  expect(code).toBe(0);
});

test("rows and rules of decisions that calls make decide are covered, and given rows show none", async () => {
  const app = `${DEFINITION.replace("'[Price] * 2'", "'[Price] * (1 - DISCOUNT([Price], [Name])) + FEES([Price]) + TAX([Price])'")}decisions:
  DISCOUNT:
    parameters: { price: Price, name: Text }
    type: Percent
    hit: first
    rows: [[">= 100", "-", 0.2], ["-", "tea", 0.1], [">= 50", "-", 0.05]]
    otherwise: 0
  FEES:
    parameters: { price: Price }
    type: Price
    hit: collect sum
    rows: [["> 10", 1], ["> 20", 2], ["> 90", 4]]
  TAX: { parameters: { price: Price }, type: Price, formula: "[price] * 0.1" }
  NEVER:
    parameters: { price: Price }
    outputs: { level: Text }
    rules: [{ name: High, when: "[price] > 5", set: { level: high } }]
`;
  const tests = `given: { Goods Sold: [{ Good: 9, Price: 120, Name: tea }] }
tests:
  one:
    when:
      - { table: Goods Sold, Action: Add, Rows: [{ Good: 1, Price: 30, Name: tea }] }
      - { table: Goods Sold, Action: Add, Rows: [{ Good: 2, Price: 5, Name: x }] }
`;
  const folder = folderOf({ "app.yaml": app, "app.test.yaml": tests });
  const { out } = await capture("test", join(folder, "app.yaml"), "--coverage");
  const missing = out.split("\n").filter((line) => line.includes(": decisions."));
  expect(missing.map((line) => line.slice(line.indexOf("decisions.")))).toEqual([
    "decisions.DISCOUNT.row 1: never fired",
    "decisions.DISCOUNT.row 3: never fired",
    "decisions.FEES.row 3: never fired",
    "decisions.NEVER.rule 1: never fired",
  ]);
  expect(out).toMatch(/\nrow +6 +3 of 6 +50 %\n/);
});

test("too little of the definition is covered", async () => {
  const tests = `${SOLD.slice(0, SOLD.indexOf("  twice"))}  one: { when: [{ table: Notes, Action: Find }] }\n`;
  const { code, out, err } = await capture("test", join(folderWith(tests), "app.yaml"), "--coverage", "100");
  expect(out).toMatch(/app\.yaml:14:\d+: tables\.Goods Sold\.columns\.Name\.initialValue: never computed\n/);
  expect(err).toBe("The tests cover 0 % of the definition, and 100 % are asked for.\n");
  expect(code).toBe(1);
});

test("as JSON and as JUnit's XML", async () => {
  const folder = folderWith(SOLD);
  const json = await capture("test", join(folder, "app.yaml"), "--reporter", "json");
  expect(JSON.parse(json.out)).toMatchObject({
    ok: true,
    tests: [{ name: "twice the price" }, { failures: [] }],
  });
  const junit = await capture("test", join(folder, "app.yaml"), "--reporter", "junit");
  expect(junit.out).toContain('<testcase name="twice the price"');
});

test("each test begins with a copy of a store, which stays as it is", async () => {
  const add = "{ table: Goods Sold, Action: Add, Rows: [{ Good: 2 }] }";
  const tests = `tests: { one: { when: [${add}], expect: { tables: { Goods Sold: { count: 2 } } } } }`;
  const folder = folderWith(tests, { "Goods Sold.csv": GOODS });
  const store = `sqlite:${join(folder, "rows.sqlite")}`;
  const imported = await capture(
    "import",
    join(folder, "app.yaml"),
    join(folder, "Goods Sold.csv"),
    "--store",
    store,
  );
  expect(imported.code).toBe(0);
  for (const _ of [1, 2]) {
    const { out } = await capture("test", join(folder, "app.yaml"), "--store", store);
    expect(out).toContain("ok    one");
  }
});

test.each([
  ["no tests", { "app.test.yaml": undefined }, [], "There are no tests of"],
  ["no test of a name", {}, ["--filter", "thrice"], 'There are no tests whose names contain "thrice".'],
  [
    "errors in the tests",
    { "app.test.yaml": "tests: { one: { when: [{ table: Goods, Action: Find }] } }" },
    [],
    'app.test.yaml:1:33: error: There is no table "Goods". (definition/unknown-table)',
  ],
  [
    "a file of tests that is not there",
    {},
    ["other.test.yaml"],
    "other.test.yaml: error: The test file cannot be read: there is no such file. (definition/unreadable)",
  ],
  ["errors in the definition", { "app.yaml": "tablewright: 1" }, [], 'The member "app" is missing.'],
])("%s: a sentence and exit code 1", async (_, files, options, words) => {
  const all = { "app.yaml": DEFINITION, "app.test.yaml": SOLD, "goods.csv": GOODS, ...files };
  const there = Object.entries(all).filter((file): file is [string, string] => file[1] !== undefined);
  const folder = folderOf(Object.fromEntries(there));
  const { code, err } = await capture("test", join(folder, "app.yaml"), ...options);
  expect(err).toContain(words);
  expect(code).toBe(1);
});

test.each([
  ["goods.csv", "Good;Price\n1;a lot\n", 'goods.csv, row 1: The row cannot be given, column "Price": '],
  ["nothing.csv", GOODS, "There is no such file."],
])("rows of a file that cannot be given: %s", async (name, text, words) => {
  const tests = SOLD.replace("goods.csv", name);
  const folder = folderOf({ "app.yaml": DEFINITION, "app.test.yaml": tests, "goods.csv": text });
  const { code, out } = await capture("test", join(folder, "app.yaml"));
  expect(out).toContain(words);
  expect(out).toContain("app.test.yaml:2:10: ");
  expect(code).toBe(1);
});

test("random calls are made where they are asked for, the same with the same seed", async () => {
  const file = join(folderWith(SOLD), "app.yaml");
  const generate = () => capture("test", file, "--generate", "5", "--seed", "7");
  const { code, out } = await generate();
  expect(out).toMatch(/app\.yaml\n {2}ok {4}a refused call changes nothing: \d+ times?\n/);
  expect(out).toMatch(
    /5 laws, none broken(?:, \d never tried)?; 5 runs each, \d+ calls taken and \d+ refused; again with --seed 7\n$/,
  );
  expect(code).toBe(0);
  const calls = (text: string) => text.slice(text.indexOf("5 laws"));
  expect(calls((await generate()).out)).toBe(calls(out));
});

test("a law that is broken is reported with the calls that break it, also in JUnit's XML", async () => {
  const broken = DEFINITION.replace("'[Price] * 2'", "'[_THISROW_BEFORE].[Twice] + 1'");
  const file = join(folderOf({ "app.yaml": broken }), "app.yaml");
  const { code, out } = await capture("test", file, "--generate", "30", "--seed", "7");
  expect(out).toMatch(
    / {2}FAIL {2}an edit that sends a row back changes nothing\n {8}The row .*\n {8}with no rows, after\n {10}\{"table":/,
  );
  expect(code).toBe(1);
  const junit = await capture("test", file, "--generate", "30", "--seed", "7", "--reporter", "junit");
  expect(junit.out).toContain('<testcase name="an edit that sends a row back changes nothing, --seed 7"');
});
