/** `--functions module.js`: the code that a definition leaves to the program. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { capture } from "./capture.ts";
import { folderOf } from "./folder.ts";

const DEFINITION = `tablewright: 1
app: { id: bureau, name: Bureau }
functions:
  FXRATE: { host: true, parameters: { currency: Text }, result: Decimal }
tables:
  Payments:
    key: [ID]
    columns:
      ID: { type: Number }
      Currency: { type: Text, validIf: 'FXRATE([_THIS]) > 0' }
      Rate: { type: Decimal, formula: 'FXRATE([Currency])' }
`;

const RULES = `tablewright: 1
rules: { id: rates }
facts: { currency: Text }
decisions:
  Rate: { type: Decimal, formula: "FXRATE([currency])" }
`;

const MODULE = `export const functions = [{
  name: "FXRATE", parameters: [{ name: "code", type: "Text" }], result: "Decimal",
  async evaluate(code) { return code === "USD" ? 1.5 : 0; },
}];
export const steps = { Tell: () => {} };
`;

const TESTS = `functions:
  FXRATE:
    - { with: [USD], gives: 2 }
    - { with: [BAD], fails: no such currency }
tests:
  asked:
    when: [{ table: Payments, Action: Add, Rows: [{ ID: 1, Currency: USD }] }]
    expect: { rows: [{ Rate: 2 }] }
  failing:
    when: [{ table: Payments, Action: Add, Rows: [{ ID: 1, Currency: BAD }] }]
    expect: { errors: { contains: [{ code: run/host-function, row: 1 }] } }
  own:
    functions: { fxrate: [{ gives: 7 }] }
    given: { Payments: [{ ID: 1, Currency: X }] }
    when: [{ table: Payments, Action: Find }]
    expect: { rows: [{ Rate: 7 }] }
`;

const folder = folderOf({
  "app.yaml": DEFINITION,
  "other.yaml": DEFINITION.replace("result: Decimal", "result: Price"),
  "rules.yaml": RULES,
  "bank.mjs": MODULE,
  "rates.yaml": "tests: { one: { given: { currency: USD }, expect: { outputs: { Rate: 1.5 } } } }",
  "angry.mjs": `export const functions = [{ name: "FXRATE", parameters: [{ name: "code", type: "Text" }], result: "Decimal", evaluate() { throw new RangeError("no bank"); } }];`,
  "none.mjs": "export const other = 1;",
  "broken.mjs": "export const functions = [{ name: 'A' }];",
  "steps.mjs": "export const steps = { Tell: 1 };",
  "throws.mjs": "throw new Error('no bank');",
  "app.test.yaml": TESTS,
  "unanswered.yaml": TESTS.replace("with: [USD]", "with: [EUR]"),
  "wrong.yaml": TESTS.replace("with: [USD]", "with: [USD, 1]").replace("fxrate:", "FXRAT:"),
  "bare.yaml": `tests:\n  asked:\n    when: [{ table: Payments, Action: Add, Rows: [{ ID: 1, Currency: USD }] }]\n    expect: { rows: [{ Rate: 1.5 }] }\n`,
});
const at = (name: string) => join(folder, name);
const bank = ["--functions", at("bank.mjs")];

test("test, compare and eval wait for asynchronous functions", async () => {
  const test = await capture("test", at("rules.yaml"), at("rates.yaml"), ...bank);
  expect([test.code, test.out]).toEqual([0, expect.stringContaining("1 test, none failed")]);
  const generated = await capture(
    "test",
    at("rules.yaml"),
    "--generate",
    "--facts",
    '{"currency": "USD"}',
    ...bank,
  );
  expect(generated.out).toContain("Rate: 1.5");
  const compared = await capture(
    "compare",
    at("rules.yaml"),
    at("rules.yaml"),
    "--facts",
    '{"currency": "USD"}',
    ...bank,
  );
  expect([compared.code, compared.out]).toEqual([0, "none of 1 set of facts decided otherwise\n"]);
});

test("commands tell what a function threw, and where", async () => {
  const angry = ["--functions", at("angry.mjs")];
  const cause = /cause: RangeError: no bank\n {2}at .*angry\.mjs:1:/;
  const { err } = await capture("decide", at("rules.yaml"), '{"currency": "USD"}', ...angry);
  expect(err).toMatch(cause);
  expect((await capture("eval", 'FXRATE("USD")', ...angry)).err).toMatch(cause);
  const json = JSON.parse((await capture("eval", 'FXRATE("USD")', "--json", ...angry)).out);
  expect(json.diagnostics[0].cause).toMatch(/^RangeError: no bank/);
  expect((await capture("test", at("rules.yaml"), at("rates.yaml"), ...angry)).out).toContain(
    "RangeError: no bank",
  );
});

test("a module that is not there is a sentence", async () => {
  expect((await capture("decide", at("rules.yaml"), "{}", "--functions", at("bnk.mjs"))).err).toBe(
    `${at("bnk.mjs")}: the module cannot be loaded: there is no such file, but there is "${at("bank.mjs")}".\n`,
  );
});

test("check knows the signature without the code, and compares the code with it", async () => {
  expect((await capture("check", at("app.yaml"))).out).toContain("no errors");
  expect((await capture("check", at("app.yaml"), ...bank)).code).toBe(0);
  const { code, out } = await capture("check", at("other.yaml"), ...bank);
  expect([code, out]).toEqual([
    1,
    expect.stringContaining("other.yaml:4:3: error: The function FXRATE is declared as"),
  ]);
  expect((await capture("check", at("rules.yaml"))).code).toBe(1);
  expect((await capture("check", at("rules.yaml"), ...bank)).code).toBe(0);
});

test("eval and decide wait for the answers", async () => {
  expect((await capture("eval", 'FXRATE("USD") * 2', ...bank)).out).toBe("3 (Decimal)\n");
  expect(
    JSON.parse((await capture("decide", at("rules.yaml"), '{"currency":"USD"}', ...bank)).out),
  ).toMatchObject({
    outputs: { Rate: 1.5 },
  });
});

test("tests name the answers, or are run with the code", async () => {
  const { code, out, err } = await capture("test", at("app.yaml"));
  expect([code, err]).toEqual([0, ""]);
  expect(out).toContain("3");
  expect((await capture("test", at("app.yaml"), at("bare.yaml"), ...bank)).code).toBe(0);
  const unanswered = await capture("test", at("app.yaml"), at("unanswered.yaml"));
  expect(unanswered.code).toBe(1);
  expect(unanswered.out + unanswered.err).toContain('The test gives no answer of FXRATE for ["USD"].');
  const wrong = await capture("test", at("app.yaml"), at("wrong.yaml"));
  expect(wrong.err + wrong.out).toContain("a list of 1 argument");
  expect(wrong.err + wrong.out).toContain('Did you mean "FXRATE"?');
  expect((await capture("test", at("app.yaml"), "--generate", "5", "--seed", "1", ...bank)).code).toBe(0);
});

test("examples of functions are tests, of the program's where their code is", async () => {
  const withExamples = (answer: number) =>
    DEFINITION.replace(
      "result: Decimal }",
      `result: Decimal, examples: { 'FXRATE("USD")': ${answer} } }`,
    ).replace(
      "tables:",
      "  TWICE: { parameters: { x: Decimal }, result: Decimal, formula: '[x] * 2', examples: { TWICE(4): 8 } }\ntables:",
    );
  const app = (answer: number) => join(folderOf({ "app.yaml": withExamples(answer) }), "app.yaml");
  expect((await capture("test", app(1.5))).out).toContain("1 test,");
  const { code, out } = await capture("test", app(1.5), ...bank);
  expect([code, out]).toEqual([0, expect.stringContaining("2 tests, none failed")]);
  const wrong = await capture("test", app(3), ...bank);
  expect([wrong.code, wrong.out]).toEqual([1, expect.stringContaining("The example gives another answer.")]);
});

test("serve says that code is missing before it serves", async () => {
  const without = await capture("serve", "--check", "--port", "0", at("app.yaml"));
  expect(without.code).toBe(1);
  expect(without.err).toContain("The function FXRATE is declared");
  const { err } = await capture("serve", "--check", "--port", "0", at("app.yaml"), ...bank);
  expect(err).not.toContain("FXRATE");
});

test.each([
  ["none.mjs", "exports neither"],
  ["broken.mjs", '"functions" is a list'],
  ["steps.mjs", '"steps" is an object'],
  ["throws.mjs", "the module cannot be loaded: no bank"],
  ["missing.mjs", "the module cannot be loaded"],
])("%s is refused", async (file, message) => {
  const { code, err } = await capture("check", at("app.yaml"), "--functions", at(file));
  expect([code, err]).toEqual([1, expect.stringContaining(message)]);
});

test("commands over a store call the code, and load definitions that only the module declares", async () => {
  const undeclared = DEFINITION.replace(/functions:\n.*\n/, "").replace(
    "key: [ID]",
    "key: [ID]\n    history: true",
  );
  const own = folderOf({
    "app.yaml": undeclared,
    "Payments.csv": "ID,Currency\n1,USD\n",
    "find.json": '{ "table": "Payments", "Action": "Find", "Properties": {}, "Rows": [{ "ID": 1 }] }',
  });
  const app = join(own, "app.yaml");
  const store = ["--store", `sqlite:${join(own, "rows.sqlite")}`, ...bank];
  const run = async (...words: string[]) => {
    const { code, out, err } = await capture(...words, ...store);
    expect([code, err], words.join(" ")).toEqual([0, ""]);
    return out;
  };
  expect((await capture("import", app, join(own, "Payments.csv"), ...store)).code).toBe(0);
  expect(await run("why", app, join(own, "find.json"))).toContain("FXRATE([Currency]) → 1.5");
  expect(await run("explain", app, "Payments", "FILTER(Payments, FXRATE([Currency]) > 1)")).toContain(
    "it calls FXRATE, whose code is of the program",
  );
  const [version] = JSON.parse(await run("history", app, "Payments", "1", "--json")).versions;
  expect(version).toMatchObject({ operation: "add" });
  expect(await run("events", "list", app)).toBe("0 events.\n");
  expect(await run("history", "trim", app)).toContain("removed");
  expect(await run("undo", app, version.call, "--dry-run")).toContain("This would change 1 row.");
});
