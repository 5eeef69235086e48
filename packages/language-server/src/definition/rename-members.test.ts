import { hasErrors, loadDefinition } from "@tablewright/core";
import { loadRules } from "@tablewright/core/rules";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { indexDefinition } from "./index-definition.ts";
import { openDefinition } from "./open-definition.ts";
import { withEdits } from "./rename-in.ts";

const SHOP = `tablewright: 1
app: { id: shop, name: Shop }
types:
  Line: { sku: Text, price: Price, parts: { type: List, of: { type: Object, fields: { code: Text } } } } # of an order
functions:
  lineTotal: # net
    parameters: { line: Line, rate: Percent }
    result: Decimal
    formula: "[line].[price] * (1 + [rate])"
  netOf: { parameters: { price: Price }, result: Decimal, formula: "[price] / 2", examples: { "NETOF(4)": 2 } }
decisions:
  fee:
    parameters: { tier: Text, lines: List of Line }
    outputs: { amount: Price, note: { type: Object, fields: { text: Text, by: Text } } }
    inputs: ["[tier]", "SUM([lines][price])"]
    rows:
      - ["gold, [tier]", "= ? > 10", '= SUM(SELECT([lines][price], [sku] <> ""))', { text: "=[tier]", by: tier }]
      - ["-", "-", 1, { text: price }]
  rated: { parameters: { price: Price }, type: Decimal, hit: first, rows: [["> 2", "= NETOF([price])"], ["-", 0]] }
tables:
  Orders:
    key: [ID]
    columns:
      ID: { type: Text }
      price: { type: Price } # another price
      address: { type: Object, fields: { city: Text, 'zip code': Text } }
      lines: { type: List, of: Line }
      net: { type: Decimal, virtual: true, formula: "NETOF([price]) + SUM(MAP([lines], NETOF([price])))" }
      total: { type: Decimal, virtual: true, formula: "SUM(MAP([lines], LINETOTAL([_ITEM], 0.1))) + RATED([price])" }
      # the fee
      note:
        type: Text
        virtual: true
        formula: >-
          FEE([address].[city], [lines]).[note].[text]
          & MAXROW([lines], "price").[sku]
rules:
  Tell:
    table: Orders
    on: [add]
    condition: COUNT(FILTER([lines], [price] > 1)) > 0
    steps: [{ webhook: { url: "https://example.com", body: "<<[address].[city]>> <<FEE('a', [lines]).[amount]>>" } }]
`;

const CHECKOUT = `tablewright: 1
rules: { id: checkout, name: Checkout } # of the shop
types: { Line: { price: Price, quantity: Number } }
facts:
  customer: { type: Object, fields: { tier: Text } }
  lines: { type: List, of: Line }
functions:
  worth: { parameters: { it: Line }, result: Decimal, formula: "[it].[price] * [it].[quantity]" }
decisions:
  Total: { type: Decimal, formula: "SUM(MAP([lines], WORTH([_ITEM])))" }
  Limit: { type: Decimal, formula: "3" }
  Discount:
    type: Percent
    hit: first
    inputs: ["[customer].[tier]", "[Total]"]
    rows: # from the best
      - [gold, ">= [Limit]", 0.15]
      - [gold, "= ? > [Limit] - 1", 0.1]
      - ["-", "-", 0]
  Free:
    hit: first
    outputs: { delivery: Text, why: Text }
    rules:
      - name: Dear
        when: "[Total] > 2"
        set: { delivery: free, why: '=[customer].[tier] & "!"' }
        event: { type: delivery, message: "<<[Discount]>> off <<[Total]>>" }
`;

/** The definition after the name at the end of `words` is renamed; or the message against it. */
function renamed(text: string, words: string, name: string): string {
  const { output, diagnostics } = openDefinition(text).rename(text.indexOf(words) + words.length, name);
  return output === undefined ? (diagnostics[0]?.message ?? "nothing is there") : withEdits(text, output);
}

/** The lines that differ. */
function changes(before: string, after: string): readonly string[] {
  const lines = before.split("\n");
  return after
    .split("\n")
    .filter((line, at) => line !== lines[at])
    .map((line) => line.trim());
}

test("a type is renamed where it is declared and named, alone and in lists", () => {
  expect(changes(SHOP, renamed(SHOP, "types:\n  Lin", "Item"))).toEqual([
    expect.stringMatching(/^Item: \{ sku: Text/),
    "parameters: { line: Item, rate: Percent }",
    "parameters: { tier: Text, lines: List of Item }",
    "lines: { type: List, of: Item }",
  ]);
  expect(changes(CHECKOUT, renamed(CHECKOUT, "of: Lin", "Order Line"))).toEqual([
    "types: { Order Line: { price: Price, quantity: Number } }",
    "lines: { type: List, of: Order Line }",
    expect.stringContaining("parameters: { it: Order Line }"),
  ]);
  expect(renamed(SHOP, "types:\n  Lin", "Text")).toContain("cannot be renamed");
});

test("a field is followed into SUMIF, and through names that LET gives", () => {
  const text = SHOP.replace(
    "net: {",
    `some: { type: Decimal, virtual: true, formula: "SUMIF([lines][sku], 'a', [lines][price])" }
      let: { type: Decimal, virtual: true, formula: "LET(l, [lines], SUM(l[price]) + LET(i, INDEX(l, 1), i.[price]))" }
      net: {`,
  );
  const lines = changes(text, renamed(text, "sku: Text, pric", "cost"));
  expect(lines).toContain(
    `some: { type: Decimal, virtual: true, formula: "SUMIF([lines][sku], 'a', [lines][cost])" }`,
  );
  expect(lines).toContain(
    'let: { type: Decimal, virtual: true, formula: "LET(l, [lines], SUM(l[cost]) + LET(i, INDEX(l, 1), i.[cost]))" }',
  );
});

test("the example has no errors", () => {
  expect(openDefinition(SHOP).diagnostics()).toEqual([]);
  expect(openDefinition(CHECKOUT).diagnostics()).toEqual([]);
});

test.each<[string, string, string, string[]]>([
  [
    "a field of a type",
    "price",
    "cost",
    [
      "Line: { sku: Text, cost: Price, parts: { type: List, of: { type: Object, fields: { code: Text } } } } # of an order",
      'formula: "[line].[cost] * (1 + [rate])"',
      'inputs: ["[tier]", "SUM([lines][cost])"]',
      `- ["gold, [tier]", "= ? > 10", '= SUM(SELECT([lines][cost], [sku] <> ""))', { text: "=[tier]", by: tier }]`,
      'net: { type: Decimal, virtual: true, formula: "NETOF([price]) + SUM(MAP([lines], NETOF([cost])))" }',
      '& MAXROW([lines], "cost").[sku]',
      "condition: COUNT(FILTER([lines], [cost] > 1)) > 0",
    ],
  ],
  [
    "a field of a column, from where it is read",
    "<<[address].[cit",
    "town",
    [
      "address: { type: Object, fields: { town: Text, 'zip code': Text } }",
      "FEE([address].[town], [lines]).[note].[text]",
      `steps: [{ webhook: { url: "https://example.com", body: "<<[address].[town]>> <<FEE('a', [lines]).[amount]>>" } }]`,
    ],
  ],
  [
    "a function, in capitals where it was",
    "  netO",
    "halfOf",
    [
      'halfOf: { parameters: { price: Price }, result: Decimal, formula: "[price] / 2", examples: { "HALFOF(4)": 2 } }',
      'rated: { parameters: { price: Price }, type: Decimal, hit: first, rows: [["> 2", "= HALFOF([price])"], ["-", 0]] }',
      'net: { type: Decimal, virtual: true, formula: "HALFOF([price]) + SUM(MAP([lines], HALFOF([price])))" }',
    ],
  ],
  [
    "a parameter of a function",
    "[rat",
    "tax",
    ["parameters: { line: Line, tax: Percent }", 'formula: "[line].[price] * (1 + [tax])"'],
  ],
  [
    "a parameter of a decision, which its cells read",
    "parameters: { tie",
    "level",
    [
      "parameters: { level: Text, lines: List of Line }",
      'inputs: ["[level]", "SUM([lines][price])"]',
      `- ["gold, [level]", "= ? > 10", '= SUM(SELECT([lines][price], [sku] <> ""))', { text: "=[level]", by: tier }]`,
    ],
  ],
  [
    "a decision",
    "  fe",
    "charge",
    [
      "charge:",
      "CHARGE([address].[city], [lines]).[note].[text]",
      `steps: [{ webhook: { url: "https://example.com", body: "<<[address].[city]>> <<CHARGE('a', [lines]).[amount]>>" } }]`,
    ],
  ],
  [
    "an output",
    "outputs: { amount: Price, not",
    "remark",
    [
      "outputs: { amount: Price, remark: { type: Object, fields: { text: Text, by: Text } } }",
      "FEE([address].[city], [lines]).[remark].[text]",
    ],
  ],
  [
    "a field of an output, which its cells give",
    "fields: { tex",
    "words",
    [
      "outputs: { amount: Price, note: { type: Object, fields: { words: Text, by: Text } } }",
      `- ["gold, [tier]", "= ? > 10", '= SUM(SELECT([lines][price], [sku] <> ""))', { words: "=[tier]", by: tier }]`,
      '- ["-", "-", 1, { words: price }]',
      "FEE([address].[city], [lines]).[note].[words]",
    ],
  ],
])("in an application: %s", (_, words, name, lines) => {
  expect(changes(SHOP, renamed(SHOP, words, name))).toEqual(lines);
});

test.each<[string, string, string, string[]]>([
  [
    "a fact",
    "  custome",
    "buyer",
    [
      "buyer: { type: Object, fields: { tier: Text } }",
      'inputs: ["[buyer].[tier]", "[Total]"]',
      `set: { delivery: free, why: '=[buyer].[tier] & "!"' }`,
    ],
  ],
  [
    "a decision, which others read",
    "  Tota",
    "Sum",
    [
      'Sum: { type: Decimal, formula: "SUM(MAP([lines], WORTH([_ITEM])))" }',
      'inputs: ["[customer].[tier]", "[Sum]"]',
      'when: "[Sum] > 2"',
      'event: { type: delivery, message: "<<[Discount]>> off <<[Sum]>>" }',
    ],
  ],
  [
    "a decision, which cells read",
    ">= [Limi",
    "Least",
    [
      'Least: { type: Decimal, formula: "3" }',
      '- [gold, ">= [Least]", 0.15]',
      '- [gold, "= ? > [Least] - 1", 0.1]',
    ],
  ],
  [
    "an output, which rules set",
    "outputs: { deliver",
    "shipping",
    ["outputs: { shipping: Text, why: Text }", `set: { shipping: free, why: '=[customer].[tier] & "!"' }`],
  ],
])("in rules: %s", (_, words, name, lines) => {
  expect(changes(CHECKOUT, renamed(CHECKOUT, words, name))).toEqual(lines);
});

test.each([
  [SHOP, "  netO", "LEFT", /then .*LEFT/],
  [SHOP, "  netO", "LINETOTAL", /then /],
  [SHOP, "  netO", "two words", /then .*letters/],
  [SHOP, "{ sku: Text, pric", "sku", /then .*"sku"/],
  [CHECKOUT, "  Tota", "lines", /then .*"lines"/],
])("%#: what has no such name stays", (text, words, name, message) => {
  expect(renamed(text, words, name)).toMatch(message);
});

test("references of a field are those that mean it", () => {
  const open = openDefinition(SHOP);
  const spans = open.references(SHOP.indexOf("price: Price, parts"));
  expect(spans.map(({ start, end }) => SHOP.slice(start - 1, end + 1))).toEqual([
    " price:",
    "[price]",
    "[price]",
    "[price]",
    "[price]",
    '"price"',
    "[price]",
  ]);
});

describe.each([
  ["an application", SHOP],
  ["rules", CHECKOUT],
])("in %s", (_, text) => {
  const index = indexDefinition(text);
  const declared = "symbols" in index ? [...index.symbols.values()] : [];
  const name = fc.constantFrom("other", "Other_2", "x y", "Grüße", "NET", "price", "zip", "If", "tier");

  test("a name that is changed and changed back leaves the text as it was, and no error between", () => {
    let done = 0;
    fc.assert(
      fc.property(fc.constantFrom(...declared.filter(({ nameSpan }) => nameSpan)), name, (symbol, other) => {
        const at = symbol.nameSpan?.start ?? 0;
        const { output } = openDefinition(text).rename(at + 1, other);
        if (output === undefined) return;
        const there = withEdits(text, output);
        const load = text === SHOP ? loadDefinition : loadRules;
        expect(hasErrors(load(there).diagnostics)).toBe(false);
        const back = withEdits(there, edited(there, at + shiftBefore(output, at) + 1, symbol.name));
        expect(back).toBe(text);
        done += 1;
      }),
      { numRuns: 15 },
    );
    expect(done).toBeGreaterThan(3);
  });
});

function edited(text: string, at: number, name: string) {
  const { output, diagnostics } = openDefinition(text).rename(at, name);
  if (output === undefined) throw new Error(`${diagnostics[0]?.message} in ${text}`);
  return output;
}

/** How far the edits before an offset move it. */
function shiftBefore(edits: readonly { start: number; end: number; text: string }[], at: number): number {
  return edits
    .filter(({ end }) => end <= at)
    .reduce((sum, { start, end, text }) => sum + text.length - (end - start), 0);
}

test("renamed rules decide as before", () => {
  const facts = (fact: string, field: string) => ({
    [fact]: { [field]: "gold" },
    lines: [
      { price: 2, quantity: 2 },
      { price: 1.5, quantity: 1 },
    ],
  });
  const decided = (text: string, given: object) => {
    const { outputs, events, fired } = loadRules(text).output?.decide(given) ?? {};
    return [Object.values(outputs ?? {}), events, (fired ?? []).map(({ row, rule }) => row ?? rule)];
  };
  let text = CHECKOUT;
  for (const [words, name] of [
    ["  custome", "buyer"],
    ["fields: { tie", "level"],
    ["  wort", "value"],
    ["  Tota", "Sum"],
    ["  Limi", "Least"],
    ["outputs: { deliver", "shipping"],
  ] as const)
    text = renamed(text, words, name);
  expect(text).toContain("value: {");
  expect(decided(text, facts("buyer", "level"))).toEqual(decided(CHECKOUT, facts("customer", "tier")));
});
