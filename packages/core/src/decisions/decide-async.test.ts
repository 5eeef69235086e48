import { expect, test } from "vitest";
import { defineFunction } from "../expression/index.ts";
import { loadRules } from "./index.ts";

const asked: unknown[] = [];
const functions = [
  defineFunction({
    name: "SCORE",
    parameters: [{ name: "person", type: "Text" }],
    result: "Number",
    evaluate: async (person) => {
      asked.push(person);
      if (person === "x") throw new Error("no such person");
      return (person ?? "").length;
    },
  }),
];
const text = `
tablewright: 1
rules: { id: loan }
facts: { who: Text, amount: Number, sureties: List of Text }
decisions:
  Score: { type: Number, formula: "SCORE([who])" }
  Sum: { type: Number, formula: "SUM(MAP([sureties], SCORE([_ITEM])))" }
  Answer:
    type: Text
    hit: first
    inputs: ["[Score]", "[amount]"]
    rows:
      - ["=? + SCORE(\\"joker\\") > 8", "-", yes please]
      - ["-", "< 10", small]
    otherwise: no
`.replaceAll('\\\\"', '\\"');

test("rules decide with the answers of asynchronous functions, each asked once", async () => {
  const { output: rules, diagnostics } = loadRules(text, { functions });
  if (rules === undefined) return expect.fail(JSON.stringify(diagnostics));
  expect(rules.isAsync).toBe(true);
  const facts = { who: "anna", amount: 20, sureties: ["bo", "cleo", "bo"] };
  const decided = await rules.decideAsync(facts);
  expect(decided).toMatchObject({ outputs: { Score: 4, Sum: 8, Answer: "yes please" }, diagnostics: [] });
  expect(asked.toSorted()).toEqual(["anna", "bo", "cleo", "joker"]);
  const { decisions, ...explained } = await rules.explainAsync(facts);
  expect(explained).toEqual(decided);
  expect(decisions).toHaveLength(3);
  asked.length = 0;
  expect((await rules.decideAsync(facts, { outputs: ["Score"] })).outputs).toEqual({ Score: 4 });
  expect(asked).toEqual(["anna"]);
});

test("a failure is located, and deciding at once says what to use", async () => {
  const rules = loadRules(text, { functions }).output ?? expect.fail();
  expect(await rules.decideAsync({ who: "x", amount: 5, sureties: [] })).toMatchObject({
    outputs: { Sum: 0 },
    diagnostics: [
      {
        code: "run/host-function",
        member: "decisions.Score.formula",
        message: "The function SCORE threw an error.",
      },
    ],
  });
  expect(rules.decide({ who: "anna", amount: 5, sureties: [] }).diagnostics).toMatchObject([
    {
      code: "run/asynchronous",
      member: "decisions.Score.formula",
      hint: expect.stringContaining("decideAsync"),
    },
  ]);
  expect((await rules.decideAsync({ amount: "many" })).diagnostics).toMatchObject([{ pointer: "/amount" }]);
  expect(
    loadRules(
      "tablewright: 1\nrules: { id: a }\nfacts: { n: Number }\ndecisions: { M: { type: Number, formula: '[n]' } }",
    ).output?.isAsync,
  ).toBe(false);
});
