import { describe, expect, test } from "vitest";
import { defineFunction, loadRules } from "./index.ts";

const { output: rules } = loadRules(`
tablewright: 1
rules: { id: hostile }
facts: { n: Number, t: Text, any: Json, tags: { type: List, itemType: Text }, lines: { type: List, itemType: Number } }
decisions:
  Sum: { type: Number, formula: "SUM([lines])" }
  Kind: { type: Text, inputs: ["[n]", "[t]"], rows: [["> 1", a, "=[t] & [tags]"]], otherwise: none }
`);

const cyclic: { n: number; t: unknown; tags: unknown } = { n: 1, t: undefined, tags: undefined };
cyclic.t = cyclic;
cyclic.tags = [cyclic];

const twice: unknown[] = [];
twice.push(twice, twice);

let deep: object = {};
for (let level = 0; level < 100_000; level++) deep = { deep };

const throwing = new Proxy(
  {},
  {
    getOwnPropertyDescriptor() {
      throw new Error("no");
    },
  },
);

const revoked = Proxy.revocable({}, {});
revoked.revoke();

describe("facts of any origin are decided on or an error, and nothing is thrown", () => {
  test.each<[what: string, facts: unknown, codes: readonly string[]]>([
    ["that hold themselves", cyclic, ["decision/wrong-fact", "decision/wrong-fact"]],
    ["that are nested very deep", { n: deep, t: deep }, ["decision/wrong-fact", "decision/wrong-fact"]],
    ["with a member __proto__", JSON.parse('{"__proto__": {"n": 5}, "t": "a"}'), ["decision/unknown-fact"]],
    ["without a prototype", Object.assign(Object.create(null), { n: 2, t: "a" }), []],
    [
      "with functions and symbols for numbers",
      { [Symbol.iterator]: 1, n: () => 1, lines: [Symbol("t")] },
      ["decision/wrong-fact", "decision/wrong-fact"],
    ],
    [
      "that are not finite",
      { n: Number.NaN, lines: [Number.POSITIVE_INFINITY] },
      ["decision/wrong-fact", "decision/wrong-fact"],
    ],
    ["with a bigint", { n: 10n }, ["decision/wrong-fact"]],
    ["in a proxy that throws", throwing, Array(5).fill("decision/unreadable-fact")],
    ["in a proxy that was revoked", revoked.proxy, Array(5).fill("decision/unreadable-fact")],
    [
      "with lists that have getters",
      {
        lines: Object.defineProperty([1], 0, {
          get: () => {
            throw new Error("no");
          },
        }),
      },
      ["decision/unreadable-fact"],
    ],
    [
      "with a list that says it has four billion items",
      { lines: new Array(2 ** 32 - 1) },
      ["decision/wrong-fact"],
    ],
    ["with JSON that holds itself twice, over and over", { any: twice }, ["decision/wrong-fact"]],
    ["with JSON of four billion items", { any: new Array(2 ** 32 - 1) }, ["decision/wrong-fact"]],
    ["with a text of ten million characters", { n: 2, t: "a".repeat(10_000_000) }, []],
  ])("%s", (_, facts, codes) => {
    expect(rules?.decide(facts as object).diagnostics.map(({ code }) => code)).toEqual(codes);
  });

  test("a million lines are summed, or said to be too many", () => {
    const lines = Array.from({ length: 1_000_000 }, () => 1);
    expect(rules?.decide({ lines }).outputs.Sum).toBe(1_000_000);
    const limited = rules?.decide({ lines }, { limits: { fuel: 1_000 } });
    expect(limited?.diagnostics).toMatchObject([{ code: "limit/fuel", member: "decisions.Sum.formula" }]);
  });

  test("a text that would grow too long is an error of its decision", () => {
    const { outputs, diagnostics } =
      rules?.decide({ n: 2, t: "a", lines: [2] }, { limits: { textLength: 0 } }) ?? {};
    expect(outputs).toEqual({ Sum: 2 });
    expect(diagnostics).toMatchObject([{ code: "limit/text-length", member: "decisions.Kind.rows.0.2" }]);
  });

  test.each<[what: string, context: unknown]>([
    ["no object", 5],
    ["a time that does not read", { now: "soon" }],
  ])("a context that is %s is an error", (_, context) => {
    const { output } = loadRules(
      'tablewright: 1\nrules: { id: r }\nfacts: {}\ndecisions: { T: { type: Date, formula: "TODAY()" } }',
    );
    expect(output?.decide({}, context as object).diagnostics).toMatchObject([
      { code: "run/unreadable-input" },
    ]);
  });
});

test("rules can be asked again by a function that they call", () => {
  const text = `
tablewright: 1
rules: { id: r }
facts: { n: Number }
decisions:
  Count: { type: Number, hit: first, inputs: ["[n]"], rows: [["<= 0", 0], ["=AGAIN(?) >= 0", "=AGAIN([n]) + 1"]] }
`;
  let again: ReturnType<typeof loadRules>["output"];
  const functions = [
    defineFunction({
      name: "AGAIN",
      description: "Counts down.",
      parameters: [{ name: "n", type: "Number" }],
      result: "Number",
      evaluate: (n) => Number(again?.decide({ n: Number(n) - 1 }).outputs.Count),
    }),
  ];
  again = loadRules(text, { functions }).output;
  expect(again?.decide({ n: 5 }).outputs).toEqual({ Count: 5 });
});
