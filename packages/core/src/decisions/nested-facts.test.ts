import { describe, expect, test } from "vitest";
import { loadRules } from "./index.ts";

function load(text: string) {
  const { output, diagnostics } = loadRules(text);
  expect(diagnostics).toEqual([]);
  if (output === undefined) throw new Error("No rules.");
  return output;
}

describe("facts that are objects and lists of objects", () => {
  const text = `
tablewright: 1
rules: { id: cart }
types:
  Line: { sku: { type: Text, required: true }, price: { type: Price, min: 0 }, quantity: { type: Number, min: 1 } }
facts:
  customer: { type: Object, fields: { tier: { type: Enum, values: [none, gold], required: true }, home: { type: Object, fields: { country: Text } } } }
  lines: List of Line
  gifts: { type: List, of: Line }
decisions:
  Total: { type: Price, formula: "SUM(MAP([lines], [price] * [quantity]))" }
  Discount:
    type: Percent
    hit: first
    inputs: ["[customer].[tier]", "[customer].[home].[country]", "[Total]"]
    rows:
      - [gold, "AT, DE", ">= 100", 0.2]
      - [gold, "-", "-", 0.1]
    otherwise: 0
  Dear: { type: List, of: Line, formula: "FILTER([lines], [price] > 50)" }
`;

  test("are read by their fields", () => {
    const facts = {
      customer: { tier: "gold", home: { country: "AT" } },
      lines: [
        { sku: "a", price: 60, quantity: 2 },
        { sku: "b", price: 1, quantity: 1 },
      ],
    };
    expect(load(text).decide(facts).outputs).toEqual({
      Total: 121,
      Discount: 0.2,
      Dear: [{ sku: "a", price: 60, quantity: 2 }],
    });
  });

  test("are all said to be wrong where they are, at any depth", () => {
    const { diagnostics } = load(text).decide({
      customer: { tier: "silver", home: "AT" },
      lines: [{ sku: "a", price: -1, quantity: 0 }, { price: "x", quantity: [] }, 5],
      gifts: [{ price: 1 }],
    });
    expect(diagnostics.map(({ code, pointer }) => `${pointer} ${code}`)).toEqual([
      "/customer/tier decision/wrong-fact",
      "/customer/home decision/wrong-fact",
      "/lines/0/price decision/wrong-fact",
      "/lines/0/quantity decision/wrong-fact",
      "/lines/1/sku decision/missing-fact",
      "/lines/1/price decision/wrong-fact",
      "/lines/1/quantity decision/wrong-fact",
      "/lines/2 decision/wrong-fact",
      "/gifts/0/sku decision/missing-fact",
    ]);
  });

  test.each<[what: string, facts: object, found: readonly string[]]>([
    ["a date for an object", { customer: new Date() }, ["/customer"]],
    ["a date for an item", { lines: [new Date()] }, ["/lines/0"]],
    [
      "a part that is missing, one that is wrong and one out of bounds",
      { lines: [null, { quantity: "x", price: -1 }] },
      ["/lines/0/sku", "/lines/1/sku", "/lines/1/price", "/lines/1/quantity"],
    ],
  ])("%s is reported in one go", (_, facts, found) => {
    expect(
      load(text)
        .decide(facts)
        .diagnostics.map(({ pointer }) => pointer),
    ).toEqual(found);
  });

  test.each<[what: string, types: string, facts: string, codes: readonly string[]]>([
    ["an Object without fields", "{}", "{ a: { type: Object } }", ["definition/missing-member"]],
    [
      "an unknown type of a field",
      "{}",
      "{ a: { type: Object, fields: { b: Txt } } }",
      ["definition/unknown-type"],
    ],
    ["an unknown type of items", "{}", "{ a: List of Lines }", ["definition/unknown-type"]],
    [
      "a type that holds itself",
      "{ A: { b: B }, B: { a: List of A } }",
      "{ a: A }",
      ["definition/wrong-value"],
    ],
    [
      "a type with a name of the language",
      "{ Text: { a: Number } }",
      "{ a: Number }",
      ["definition/reserved-name"],
    ],
    ["a choice of lists", "{}", "{ a: { type: Enum, itemType: List } }", ["definition/unknown-type"]],
    [
      "an item that is a list by its name",
      "{}",
      "{ a: { type: List, itemType: List of Text } }",
      ["definition/unknown-type"],
    ],
    ["fields of alike names", "{ A: { b: Text, B: Text } }", "{ a: A }", ["definition/similar-names"]],
    ["bounds of a text", "{ A: { b: { type: Text, min: 1 } } }", "{ a: A }", ["definition/option"]],
  ])("%s is refused", (_, types, facts, codes) => {
    const { diagnostics } = loadRules(
      `tablewright: 1\nrules: { id: r }\ntypes: ${types}\nfacts: ${facts}\ndecisions: { D: { type: Number, formula: "1" } }`,
    );
    expect(diagnostics.map(({ code }) => code)).toEqual(codes);
  });
});
