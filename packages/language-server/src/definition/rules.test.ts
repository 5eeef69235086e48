import { expect, test } from "vitest";
import { openDefinition } from "./open-definition.ts";
import { withEdits } from "./rename-in.ts";

const RULES = `tablewright: 1
rules: { id: checkout, name: Checkout }
types: { Line: { sku: Text, price: Price } }
facts:
  tier: { type: Enum, values: [none, silver, gold], required: true }
  total: { type: Price, min: 0, required: true }
  limit: { type: Price, min: 0, required: true, description: the most }
  flag: { type: Yes/No, required: true }
decisions:
  Discount:
    type: Enum
    values: [low, high]
    hit: first
    inputs: ["[tier]", "[total]", "[flag]"]
    rows:
      - [gold, ">= [limit]", true, low]
      - ["-", "=? * 2 > [limit]", "-", high]
    otherwise: low
  Delivery:
    outputs: { Way: Text, Days: Number }
    rules:
      - { name: fast, when: '[Discount] = "low"', set: { Way: "=[tier]", Days: 1 }, event: { type: x, text: "<<[total]>> of <<[limit]>>" } }
`;

const changedLines = (before: string, after: string) =>
  after
    .split("\n")
    .filter((line, at) => line !== before.split("\n")[at])
    .map((line) => line.trim());

test("rules over plain objects have no errors of applications", () => {
  expect(openDefinition(RULES).diagnostics()).toEqual([]);
});

/** What replaces a part of the rules, with "|" at the cursor, and what is offered there first with what it is replaced by. */
test.each<[part: string, by: string, offers: string[]]>([
  ["[gold,", "[|,", ["none", "silver", "gold", '"-"', "blank", "not("]],
  ["[gold,", "[go|,", ["gold"]],
  ["[gold,", "[go|ld,", ["gold"]],
  ["[gold,", '["gold, |",', ["none", "silver", "gold", "blank", "not("]],
  ["[gold,", '["not(si|)",', ["silver"]],
  ["[gold,", '["=? = si|",', ['\\"silver\\"']],
  ["true, low", "|, low", ["true", "false", '"-"', "blank", "not("]],
  ["true, low", "f|, low", ["false"]],
  ["true, low", "true, |", ["low", "high"]],
  ["otherwise: low", "otherwise: h|", ["high"]],
  ['">= [limit]"', '">= [li|]"', ["limit]"]],
  ['">= [limit]"', '">= [li|', ["limit]"]],
  ['"=? * 2 > [limit]"', '"=? * 2 > [li|"', ["limit]"]],
  ['[gold, ">= [limit]", true, low]', "[go|]", ["gold"]],
  ["<<[total]>>", "<<[tot|]>>", ["total]"]],
  ["Days: 1 }", "D|: 1 }", ["Days"]],
  ["Way: Text", "Way: Lin|", ["Line", "List of Line"]],
  ["price: Price", "price: Pri|", ["Price"]],
  ["flag: { type: Yes/No", "flag: { type: Yes|", ["Yes/No"]],
  ["hit: first", "hit: f|", ["first"]],
  ["hit: first", "h|: first", ["hit"]],
  ["facts:", "fun|\nfacts:", ["functions: "]],
  ["otherwise: low", "otherwise: low\n    de|", ["decimalDigits: ", "description: ", "default: "]],
  ['inputs: ["[tier]"', 'inputs: ["[ti|"', ["tier]"]],
  [`'[Discount] = "low"'`, `'[Discount] = "l|'`, ["low"]],
])("%s as %s", (part, by, offers) => {
  const marked = RULES.replace(part, by);
  const offset = marked.indexOf("|");
  const { completions } = openDefinition(marked.replace("|", "")).complete(offset);
  expect(completions.slice(0, offers.length).map(({ insert }) => insert)).toEqual(offers);
});

test.each<[name: string, to: string, lines: string[]]>([
  [
    "limit",
    "ceiling",
    [
      "ceiling: { type: Price, min: 0, required: true, description: the most }",
      '- [gold, ">= [ceiling]", true, low]',
      '- ["-", "=? * 2 > [ceiling]", "-", high]',
      `- { name: fast, when: '[Discount] = "low"', set: { Way: "=[tier]", Days: 1 }, event: { type: x, text: "<<[total]>> of <<[ceiling]>>" } }`,
    ],
  ],
  [
    "Way",
    "Manner",
    [
      "outputs: { Manner: Text, Days: Number }",
      `- { name: fast, when: '[Discount] = "low"', set: { Manner: "=[tier]", Days: 1 }, event: { type: x, text: "<<[total]>> of <<[limit]>>" } }`,
    ],
  ],
  ["Delivery", "Shipping", ["Shipping:"]],
])("%s is renamed wherever it is meant, in cells and events, too", (name, to, lines) => {
  const { output = [] } = openDefinition(RULES).rename(RULES.indexOf(`${name}:`), to);
  const after = withEdits(RULES, output);
  expect(changedLines(RULES, after)).toEqual(lines);
  expect(openDefinition(after).diagnostics()).toEqual([]);
});

test("a fact is not renamed to another's name, nor where the table in a file may name it", () => {
  const { diagnostics } = openDefinition(RULES).rename(RULES.indexOf("total:"), "limit");
  expect(diagnostics[0]?.message).toContain('"limit" is written twice');
  const withFile = `${RULES}  Fee: { type: Price, rows: fees.csv }\n`;
  expect(openDefinition(withFile).diagnostics()).toEqual([]);
  const refused = openDefinition(withFile).rename(RULES.indexOf("total:"), "sum");
  expect(refused.diagnostics[0]?.message).toContain('the table in "fees.csv" may name it');
});

test.each<[at: string, title: string, type: string | undefined, text: string]>([
  ["limit]", "[limit]", "Price", "the most"],
  ["limit:", "[limit]", "Price", "the most"],
  ["? * 2", "[total]", "Price", ""],
  ["Discount:", "[Discount]", "Enum", ""],
  ["total]>>", "[total]", "Price", ""],
  ["hit:", "hit", undefined, "what holds where several rows match; unique where it is left out"],
  ["Price, min", "Price", undefined, "An amount of money."],
])("a hover at %s", (at, title, type, text) => {
  expect(openDefinition(RULES).hover(RULES.indexOf(at))).toMatchObject({ title, type, text });
});

test("errors in cells and findings of the proof have their place", () => {
  const wrong = RULES.replace('"=? * 2 > [limit]"', '"=? * 2 > [limmit]"').replace("[gold,", "[golt,");
  const found = openDefinition(wrong).diagnostics();
  expect(found.map(({ diagnostic: { code }, start, end }) => [code, wrong.slice(start, end)])).toEqual([
    ["type/not-a-choice", "golt"],
    ["name/unknown-column", "[limmit]"],
  ]);
  const fixes = openDefinition(wrong).quickFixes();
  const fixed = fixes.reduceRight((text, { edits }) => withEdits(text, edits), wrong);
  expect(fixed).toBe(RULES);
  const gap = RULES.replace("    otherwise: low\n", "");
  const [finding] = openDefinition(gap).diagnostics();
  expect(finding?.diagnostic).toMatchObject({ code: "logic/gap", severity: "warning" });
  expect(gap.slice(finding?.start, finding?.end)).toBe("Discount");
});

test("the outline has facts, and decisions with their outputs", () => {
  const outline = openDefinition(RULES).outline();
  expect(outline.map(({ kind, name, items }) => [kind, name, ...items.map((one) => one.name)])).toEqual([
    ["type", "Line"],
    ["fact", "tier"],
    ["fact", "total"],
    ["fact", "limit"],
    ["fact", "flag"],
    ["output", "Discount"],
    ["decision", "Delivery", "Way", "Days"],
  ]);
});

test("cells of decisions in an application are completed as well", () => {
  const marked = `tablewright: 1
app: { id: a, name: A }
tables: { T: { key: [K], columns: { K: { type: Text } } } }
decisions:
  FEE:
    parameters: { tier: { type: Enum, values: [none, gold] }, amount: Price }
    type: Enum
    values: [low, high]
    rows:
      - [g|, "> 5", low]
`;
  const offset = marked.indexOf("|");
  const { completions } = openDefinition(marked.replace("|", "")).complete(offset);
  expect(completions.map(({ label }) => label)).toEqual(["gold"]);
});

test("no question about rules throws, wherever their text ends", () => {
  for (let end = 0; end <= RULES.length; end += 31) {
    const definition = openDefinition(RULES.slice(0, end));
    expect(() => [
      definition.diagnostics(),
      definition.complete(end),
      definition.hover(end),
      definition.symbolAt(end),
      definition.references(end),
      definition.signatureHelp(end),
      definition.quickFixes(),
      definition.format(),
      definition.outline(),
    ]).not.toThrow();
  }
});
