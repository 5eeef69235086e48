/** What people hand in as facts, and word for word what they read. */
import { describe, expect, test } from "vitest";
import { loadRules } from "./index.ts";

describe("a fact of another form", () => {
  test.each([
    ["Number", 60.5, '"60.5" at /x of the facts is not a whole number.'],
    ["Number", "60", '"60" at /x of the facts is not a whole number without quotes.'],
    ["Price", "1.5", '"1.5" at /x of the facts is not a Price such as 12.5 without quotes.'],
    ["Price", "dear", '"dear" at /x of the facts is not a Price such as 12.5.'],
    ["Price", "$2", '"$2" at /x of the facts is not a Price such as 12.5.'],
    [
      "Duration",
      "2h",
      '"2h" at /x of the facts is not a Duration such as "012:30:00", with three digits of hours.',
    ],
    ["Date", "soon", '"soon" at /x of the facts is not a Date such as "2026-01-31".'],
  ])("%s of %j", (type, x, says) => {
    const { output: rules } = loadRules(
      `tablewright: 1\nrules: { id: r }\nfacts: { x: ${type} }\ndecisions: { D: { type: Number, formula: "1" } }`,
    );
    expect(rules?.decide({ x }).diagnostics.map(({ message }) => message)).toEqual([says]);
  });
});

describe("a fact that there is not", () => {
  const { output: rules } = loadRules(`tablewright: 1
rules: { id: r }
facts:
  tier: { type: Text, required: true }
  country: Text
  customer: { type: Object, fields: { name: Text, home: { type: Object, fields: { city: Text } } } }
  lines: { type: List, of: { type: Object, fields: { sku: Text, price: Price } } }
decisions:
  Where: { type: Text, formula: "[country]" }
  Size: { type: Number, formula: "LEN([tier])" }
`);
  const told = (facts: object) =>
    rules
      ?.decide(facts)
      .diagnostics.map(({ code, severity, pointer, hint }) => [code, severity, pointer, hint]);
  const unknown = (pointer: string, meant?: string) => [
    "decision/unknown-fact",
    "warning",
    pointer,
    meant && `Did you mean "${meant}"?`,
  ];

  test.each<[what: string, facts: object, warnings: readonly unknown[]]>([
    ["is misspelt", { cuontry: "AT" }, [unknown("/cuontry", "country")]],
    ["is like none", { "a/b~": 1 }, [unknown("/a~1b~0")]],
    [
      "lies in an object",
      { customer: { nam: "Ann", home: { town: 1, cityy: 2 } } },
      [
        unknown("/customer/nam", "name"),
        unknown("/customer/home/town"),
        unknown("/customer/home/cityy", "city"),
      ],
    ],
    [
      "lies in items of a list, which misspell it alike",
      { lines: [{ sku: "a" }, { prise: 1 }, { prise: 2, skuu: "b" }] },
      [unknown("/lines/1/prise", "price"), unknown("/lines/2/skuu", "sku")],
    ],
  ])("%s", (_, facts, warnings) => {
    expect(told({ tier: "gold", ...facts })).toEqual(warnings);
    expect(rules?.decide({ tier: "gold", ...facts }).outputs).toEqual({ Where: null, Size: 4 });
  });

  test("has another case than one that is missing", () => {
    expect(told({ Tier: "gold" })).toEqual([
      ["decision/missing-fact", "error", "/tier", undefined],
      unknown("/Tier", "tier"),
    ]);
    expect(rules?.decide({ Tier: "gold" }).outputs).toEqual({});
  });

  test("one of very many is told as far as it helps", () => {
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`f${at}`, at]));
    expect(told({ tier: "gold", ...many })).toHaveLength(100);
  });
});
