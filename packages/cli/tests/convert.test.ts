/** `tablewright convert`: what is written, what is left out, and that it decides as the other engine does. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { loadRules, type Rules } from "@tablewright/core/rules";
import fc from "fast-check";
import { Engine } from "json-rules-engine";
import { describe, expect, test } from "vitest";
import { capture } from "./capture.ts";
import { folderOf } from "./folder.ts";

function convert(json: unknown, ...options: readonly string[]) {
  return convertText(JSON.stringify(json), ...options);
}

async function convertText(text: string, ...options: readonly string[]) {
  const folder = folderOf({ "their rules.json": text });
  const file = join(folder, "their rules.json");
  const { code, out, err } = await capture("convert", file, ...options);
  return { code, out, err: err.replaceAll(file, "rules.json") };
}

function loaded(yaml: string): Rules {
  const { output, diagnostics } = loadRules(yaml);
  if (output === undefined) throw new Error(`${diagnostics[0]?.message}\n${yaml}`);
  return output;
}

const GOLD = {
  name: "Gold",
  priority: 10,
  conditions: {
    all: [
      { fact: "customer", path: "$.tier", operator: "equal", value: "gold" },
      {
        any: [
          { fact: "total", operator: "greaterThanInclusive", value: 1000 },
          { fact: "since", operator: "lessThan", value: "2020-01-01" },
        ],
      },
      { not: { fact: "tags", operator: "contains", value: "late" } },
    ],
  },
  event: { type: "discount", params: { percent: 15, text: "a << b" } },
};

describe("rules of json-rules-engine", () => {
  test("become one list of rules, with the types that their conditions show", async () => {
    const { code, out, err } = await convert([GOLD, { conditions: { all: [] }, event: { type: "always" } }]);
    expect(out).toBe(`tablewright: 1
rules:
  id: their-rules
facts:
  customer: { type: Object, fields: { tier: Text } }
  total: Decimal
  since: Date
  tags: { type: List, of: Text }
decisions:
  Rules:
    rules:
      - name: Gold
        when: AND(EXACT([customer].[tier], "gold"), OR([total] >= 1000, [since] < "2020-01-01"), NOT(COUNT(FILTER([tags], EXACT([_ITEM], "late"))) > 0))
        event: { percent: 15, text: a <<"<<">> b, type: discount }
        priority: 10
      - { name: always, when: "TRUE", event: { type: always }, priority: 1 }
`);
    expect(err).toBe("rules.json: 2 rules converted, nothing was left out\n");
    expect(code).toBe(0);
    const facts = { customer: { tier: "gold" }, total: 1, since: "2019-05-05", tags: ["new"] };
    expect(loaded(out).decide(facts).events).toEqual([
      { type: "discount", percent: 15, text: "a << b" },
      { type: "always" },
    ]);
  });

  test("--ignore-case compares texts as the language does", async () => {
    const rule = {
      conditions: { any: [{ fact: "tier", operator: "in", value: ["gold", "silver"] }] },
      event: { type: "x" },
    };
    const { out } = await convert(rule, "--ignore-case", "--id", "mine");
    expect(out).toContain("id: mine");
    expect(out).toContain(`when: 'IN([tier], LIST("gold", "silver"))'`);
  });

  test("shared conditions are put in their places", async () => {
    const { out, code } = await convert({
      conditions: { adult: { all: [{ fact: "age", operator: "greaterThan", value: 17 }] } },
      rules: [{ conditions: { not: { condition: "adult" } }, event: { type: "minor" } }],
    });
    expect(out).toContain('when: "NOT([age] > 17)"');
    expect(code).toBe(0);
  });

  const one = (condition: object, event: object = { type: "x" }) => ({
    conditions: { all: [condition] },
    event,
  });
  test.each([
    [
      one({ fact: "a", operator: "startsWith", value: "x" }),
      `the operator "startsWith" is none of json-rules-engine's own`,
    ],
    [
      one({ fact: "a", operator: "equal", value: 1, params: { id: 1 } }),
      'the fact "a" is computed from params',
    ],
    [
      one({ fact: "a", operator: "lessThan", value: "b" }),
      "it compares the order of something else than numbers and dates",
    ],
    [
      one({ fact: "a", operator: "equal", value: "" }),
      "a fact is compared with an empty text, which is a blank here like null",
    ],
    [
      one({ fact: "a", path: "$.lines[*].price", operator: "equal", value: 1 }),
      'the path "$.lines[*].price" does not name one member of an object',
    ],
    [one({ condition: "none" }), 'the condition "none" that it names is not in the file'],
    [
      one({ fact: "a", operator: "equal", value: { fact: "b" } }),
      "nothing shows whether [a] and [b] are texts or numbers",
    ],
    [
      one({ fact: "a", operator: "equal", value: 1 }, { type: "x", params: { type: 1 } }),
      'its event has a param "type", which is the name of the event',
    ],
    [
      one({ fact: "known", operator: "equal", value: "text" }),
      '"known" is compared as a text here and as a number elsewhere, and a fact has one type',
    ],
  ])("a rule that cannot be said exactly is left out with its reason: %j", async (rule, reason) => {
    const known = one({ fact: "known", operator: "equal", value: 1 });
    const { code, out, err } = await convert([known, { name: "Odd", ...rule }]);
    expect(err).toBe(`rules.json: 1 rule converted, 1 left out\n  rules[1] "Odd": ${reason}\n`);
    expect(loaded(out).describe()[0]?.rows.length).toBe(1);
    expect(code).toBe(1);
  });

  test("decide as json-rules-engine itself does, on random rules and facts", async () => {
    let rules = 0;
    let fired = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(ruleArbitrary, { minLength: 1, maxLength: 6 }),
        fc.array(factsArbitrary, { minLength: 1, maxLength: 8 }),
        async (set, list) => {
          const named = set.map((rule, at) => ({ ...rule, name: `R${at}`, event: { type: `R${at}` } }));
          const { out, err } = await convert(named);
          const leftOut = [...err.matchAll(/^ {2}rules\[\d+\] "(R\d+)": nothing shows/gm)].map(
            ([, name]) => name,
          );
          expect(err.trim().split("\n").length).toBe(1 + leftOut.length);
          if (leftOut.length === named.length) return;
          const own = loaded(out);
          const theirs = new Engine(structuredClone(named) as ConstructorParameters<typeof Engine>[0]);
          rules += named.length;
          for (const facts of list) {
            const { events, diagnostics } = own.decide(facts);
            // Facts that no rule reads are only warned of.
            expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
            const expected = (await theirs.run(structuredClone(facts))).events
              .map(({ type }) => type)
              .filter((type) => !leftOut.includes(type));
            expect(events.map(({ type }) => type).sort()).toEqual(expected.sort());
            fired += expected.length;
          }
        },
      ),
      { numRuns: Number(process.env.CONVERT_RUNS ?? 60) },
    );
    expect(fired).toBeGreaterThan(rules / 4);
  }, 600_000);
});

const TEXTS = ["gold", "Gold", "silver", "2026-01-31", 'a "b"', "<<x>>"] as const;
const text = fc.constantFrom(...TEXTS);
const number = fc.constantFrom(-1, 0, 0.1, 1, 2, 2.5, 100);
const date = fc.constantFrom("2025-12-31", "2026-01-31", "2026-02-01");
const orBlank = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: null, freq: 6 });

const factsArbitrary = fc.record({
  tier: orBlank(text),
  other: orBlank(text),
  total: orBlank(number),
  limit: number,
  day: date,
  isNew: orBlank(fc.boolean()),
  tags: fc.array(text, { maxLength: 3 }),
  sizes: fc.array(number, { maxLength: 3 }),
  customer: fc.record({ address: fc.record({ city: text }, { requiredKeys: [] }), age: orBlank(number) }),
});

const equality = fc.constantFrom("equal", "notEqual");
const order = fc.constantFrom("lessThan", "lessThanInclusive", "greaterThan", "greaterThanInclusive");
const among = fc.constantFrom("in", "notIn");
const holds = fc.constantFrom("contains", "doesNotContain");
const leaf = (fact: string, operator: fc.Arbitrary<string>, value: fc.Arbitrary<unknown>, path?: string) =>
  fc.record({
    fact: fc.constant(fact),
    operator,
    value,
    ...(path === undefined ? {} : { path: fc.constant(path) }),
  });
const decorated = (words: readonly string[], operator: fc.Arbitrary<string>) =>
  fc.tuple(fc.constantFrom(...words), operator).map(([word, one]) => `${word}:${one}`);

const comparison = fc.oneof(
  leaf("tier", equality, fc.oneof(text, fc.constant({ fact: "other" }))),
  leaf("tier", among, fc.array(text, { maxLength: 3 })),
  leaf("other", equality, text),
  leaf("other", decorated(["someValue", "everyValue"], equality), fc.array(text, { maxLength: 3 })),
  leaf("total", fc.oneof(equality, order), fc.oneof(number, fc.constant({ fact: "limit" }))),
  leaf("total", among, fc.array(number, { maxLength: 3 })),
  leaf("total", decorated(["not"], order), number),
  leaf("day", order, date),
  leaf("day", equality, date),
  leaf("isNew", equality, fc.oneof(fc.boolean(), fc.constant(null))),
  leaf("tags", holds, text),
  leaf(
    "tags",
    decorated(["someFact", "everyFact"], equality),
    fc.oneof(text, fc.constant({ fact: "other" })),
  ),
  leaf("sizes", holds, fc.oneof(number, fc.constant({ fact: "limit" }))),
  leaf("sizes", decorated(["someFact", "everyFact", "not:someFact"], order), number),
  leaf("customer", equality, text, "$.address.city"),
  leaf("customer", order, number, "$['age']"),
);

const { condition } = fc.letrec((tie) => ({
  condition: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    comparison,
    fc.record({ all: fc.array(tie("condition"), { maxLength: 3 }) }),
    fc.record({ any: fc.array(tie("condition"), { maxLength: 3 }) }),
    fc.record({ not: tie("condition") }),
  ),
}));

const ruleArbitrary = fc.record(
  {
    conditions: fc.oneof(
      fc.record({ all: fc.array(condition, { maxLength: 4 }) }),
      fc.record({ any: fc.array(condition, { maxLength: 4 }) }),
    ),
    priority: fc.integer({ min: 1, max: 3 }),
  },
  { requiredKeys: ["conditions"] },
);

test("a file that is there is replaced only with --force", async () => {
  const folder = folderOf({ "theirs.json": JSON.stringify([GOLD]), "rules.yaml": "mine" });
  const out = join(folder, "rules.yaml");
  const run = (...options: readonly string[]) =>
    capture("convert", join(folder, "theirs.json"), "--out", out, ...options);
  const refused = await run();
  expect([refused.code, refused.err]).toEqual([
    1,
    `${out}: error: It cannot be written: there is a file "${out}" already; replace it with --force.\n`,
  ]);
  expect(readFileSync(out, "utf8")).toBe("mine");
  expect((await run("--force")).code).toBe(0);
  expect(readFileSync(out, "utf8")).toContain("tablewright: 1");
});

test.each([
  ['[{"conditions":{"all":[]},"conditions":{"any":[]},"event":{"type":"x"}}]', "conditions"],
  ['[{"conditions":{"all":[{"fact":"a","fa\\u0063t":"b"}]},"event":{"type":"x"}}]', "fact"],
])("a member that an object has twice is an error: %s", async (text, member) => {
  expect(await convertText(text)).toEqual({
    code: 1,
    out: "",
    err: `rules.json: error: It has the member "${member}" twice in one object.\n`,
  });
});

test("a byte order mark is skipped, and names that several objects have are no mistake", async () => {
  const all = [
    { fact: "a", operator: "equal", value: 1 },
    { fact: "b:", operator: "equal", value: '"{' },
  ];
  const { code, err } = await convertText(
    `\uFEFF${JSON.stringify([{ conditions: { all }, event: { type: "x" } }])}`,
  );
  expect([code, err]).toEqual([0, "rules.json: 1 rule converted, nothing was left out\n"]);
});

test("an error without a place in the definition has none", async () => {
  const all = [{ fact: "__proto__", operator: "equal", value: 1 }];
  const { err } = await convertText(JSON.stringify([{ conditions: { all }, event: { type: "x" } }]));
  expect(err).toContain('rules.json: error: The name "__proto__" is reserved.');
  expect(err).not.toContain("undefined");
});
