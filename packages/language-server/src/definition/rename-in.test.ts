import { loadDefinition } from "@tablewright/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyText } from "../../../core/conformance/any-text.ts";
import { type DefinitionIndex, indexDefinition } from "./index-definition.ts";
import { openDefinition } from "./open-definition.ts";
import { withEdits } from "./rename-in.ts";

const SHOP = `# The shop.
tablewright: 1
app:
  id: shop
  name: Shop
  api: { accessKeys: [{ name: ci, sha256: "${"0".repeat(64)}", tables: [Orders, Open Orders], actions: [Find, Send] }] }
tables:
  Orders: # what is sold
    key: [Order ID]
    securityFilter: '[Status] <> "Price"'
    columns:
      Order ID: { type: Text }
      Price: { type: Price, min: 0 } # before tax
      Gross: { type: Price, formula: "[Price] * 1.19" }
      'Status':
        type: Enum
        values: [Open, Price]
        validIf: >-
          IN([_THIS],
            LIST("Open", "Price"))
        invalidMessage: '"It''s " & [Price] & " for " & [Customer].[Name]'
      Customer: { type: Ref, table: Customers }
      Changed: { type: ChangeTimestamp, watch: { columns: [Price] } }
  Customers:
    key: [ID]
    columns:
      ID: { type: Text }
      Name: { type: Text }
      Spent: { type: Price, virtual: true, formula: "SUM([Related Orders][Price])" }
      Best: { type: Price, virtual: true, formula: 'LOOKUP(MAXROW("Orders", "Price"), Orders, "Order ID", Price)' }
      Open:
        type: Number
        virtual: true
        formula: COUNT(FILTER("Open Orders", [Customer] = [_THISROW].[ID]))
slices:
  Open Orders: { table: Orders, filter: '[Status] = "Open"', columns: [Order ID, Price, Status] }
actions:
  Send: { table: Orders, set: { Status: '"Open"', Price: "[Price] + MAX(Orders[Price])" } }
  Copy: { table: Orders, addRow: { table: Orders, set: { Order ID: UNIQUEID(), Price: "[Price]" } } }
  All: { table: Orders, run: [Send, Copy] }
rules:
  Tell:
    table: Open Orders
    on: [edit]
    condition: "[_THISROW_BEFORE].[Price] <> [_THISROW_AFTER].[Price]"
    steps:
      - action: Send
      - webhook: { url: "https://example.com", body: "Price: <<[Price]>> <<[Customer].[Name]>>" }
      - webhook:
          url: "https://example.com"
          body: "<<Start: [Customer].[Related Orders]>><<If: [Price] > [_THISROW].[Price]>><<[Status]>><<EndIf>><<End>>"
`;

/** The definition after the first name "old" that declares something is renamed; or the message against it. */
function renamed(text: string, old: string, name: string): string {
  const definition = openDefinition(text);
  const offset = text.search(new RegExp(`(?<=\\n *)${old}(?=: )|(?<=\\n *)${old}(?=:\\n)`));
  const { output, diagnostics } = definition.rename(offset, name);
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

test("a column is renamed everywhere it is meant and nowhere else", () => {
  expect(changes(SHOP, renamed(SHOP, "Price", "Net"))).toEqual([
    "Net: { type: Price, min: 0 } # before tax",
    'Gross: { type: Price, formula: "[Net] * 1.19" }',
    `invalidMessage: '"It''s " & [Net] & " for " & [Customer].[Name]'`,
    "Changed: { type: ChangeTimestamp, watch: { columns: [Net] } }",
    'Spent: { type: Price, virtual: true, formula: "SUM([Related Orders][Net])" }',
    `Best: { type: Price, virtual: true, formula: 'LOOKUP(MAXROW("Orders", "Net"), Orders, "Order ID", Net)' }`,
    `Open Orders: { table: Orders, filter: '[Status] = "Open"', columns: [Order ID, Net, Status] }`,
    `Send: { table: Orders, set: { Status: '"Open"', Net: "[Net] + MAX(Orders[Net])" } }`,
    'Copy: { table: Orders, addRow: { table: Orders, set: { Order ID: UNIQUEID(), Net: "[Net]" } } }',
    'condition: "[_THISROW_BEFORE].[Net] <> [_THISROW_AFTER].[Net]"',
    '- webhook: { url: "https://example.com", body: "Price: <<[Net]>> <<[Customer].[Name]>>" }',
    'body: "<<Start: [Customer].[Related Orders]>><<If: [Net] > [_THISROW].[Net]>><<[Status]>><<EndIf>><<End>>"',
  ]);
});

test("a table takes the columns along that the application names after it", () => {
  expect(changes(SHOP, renamed(SHOP, "Orders", "Big Sales"))).toEqual([
    expect.stringMatching(/^api: .* tables: \[Big Sales, Open Orders\], actions: \[Find, Send\]/),
    "Big Sales: # what is sold",
    'Spent: { type: Price, virtual: true, formula: "SUM([Related Big Sales][Price])" }',
    `Best: { type: Price, virtual: true, formula: 'LOOKUP(MAXROW("Big Sales", "Price"), Big Sales, "Order ID", Price)' }`,
    `Open Orders: { table: Big Sales, filter: '[Status] = "Open"', columns: [Order ID, Price, Status] }`,
    `Send: { table: Big Sales, set: { Status: '"Open"', Price: "[Price] + MAX(Big Sales[Price])" } }`,
    'Copy: { table: Big Sales, addRow: { table: Big Sales, set: { Order ID: UNIQUEID(), Price: "[Price]" } } }',
    "All: { table: Big Sales, run: [Send, Copy] }",
    'body: "<<Start: [Customer].[Related Big Sales]>><<If: [Price] > [_THISROW].[Price]>><<[Status]>><<EndIf>><<End>>"',
  ]);
});

test.each<[string, string, string[]]>([
  [
    "Open Orders",
    "Open",
    [
      expect.stringContaining("tables: [Orders, Open]") as never,
      'formula: COUNT(FILTER("Open", [Customer] = [_THISROW].[ID]))',
      `Open: { table: Orders, filter: '[Status] = "Open"', columns: [Order ID, Price, Status] }`,
      "table: Open",
    ],
  ],
  [
    "Send",
    "Off: it goes",
    [
      expect.stringContaining('actions: [Find, "Off: it goes"]') as never,
      `"Off: it goes": { table: Orders, set: { Status: '"Open"', Price: "[Price] + MAX(Orders[Price])" } }`,
      'All: { table: Orders, run: ["Off: it goes", Copy] }',
      '- action: "Off: it goes"',
    ],
  ],
  ["Tell", "Say", ["Say:"]],
  [
    "Name",
    'It\'s "so"',
    [
      `invalidMessage: '"It''s " & [Price] & " for " & [Customer].[It''s "so"]'`,
      `"It's \\"so\\"": { type: Text }`,
      `- webhook: { url: "https://example.com", body: "Price: <<[Price]>> <<[Customer].[It's \\"so\\"]>>" }`,
    ],
  ],
])("%s becomes %s", (old, name, lines) => {
  expect(changes(SHOP, renamed(SHOP, old, name))).toEqual(lines);
});

test.each([
  ["Price", "Status", /^"Price" cannot be renamed to "Status": then /],
  ["Price", "STATUS", /then .*"STATUS"/],
  ["Price", "a]b", /then .*without "\]"/],
  ["Price", " ", /a name is expected\.$/],
  ["Orders", "Customers", /then /],
  ["Send", "Add", /then .*"Add"/],
  ["Price", "_RowNumber", /then /],
])("%s cannot become %j", (old, name, message) => {
  expect(renamed(SHOP, old, name)).toMatch(message);
});

test("a refusal has a code", () => {
  const { diagnostics } = openDefinition(SHOP).rename(SHOP.indexOf("Price:"), "Status");
  expect(diagnostics.map(({ code }) => code)).toEqual(["definition/cannot-rename"]);
});

test("what an alias shares is not renamed for one of its readers", () => {
  const text = `tablewright: 1
app: { id: a, name: A }
tables:
  T: { key: [ID], columns: { ID: &id { type: Text, validIf: "LEN([Length]) > 0" }, Length: { type: Text } } }
  U:
    key: [ID]
    columns:
      ID: *id
      Length: { type: Text }
`;
  expect(renamed(text, "Length", "Size")).toMatch(/^"Length" cannot be renamed to "Size": then/);
});

test("a column of another program's table keeps the cells it reads", () => {
  const text = `tablewright: 1
app: { id: a, name: A }
tables:
  Films:
    source: film
    key: [film_id]
    columns:
      film_id: { type: Number }
      title:
        type: Text
`;
  expect(changes(text, renamed(text, "film_id", "Film"))).toEqual([
    "key: [Film]",
    "Film: { source: film_id, type: Number }",
  ]);
  expect(renamed(text, "title", "Title")).toContain("Title:\n        source: title\n        type: Text\n");
});

describe("every other expression stays as it is", () => {
  const before = indexDefinition(SHOP) as DefinitionIndex;
  const declared = [...before.symbols.values()].filter(({ nameSpan }) => nameSpan !== undefined);
  const name = fc.oneof(
    fc.constantFrom(
      "Net",
      "Related Orders",
      "Open",
      "true",
      "12",
      "a: b",
      "x #y",
      "IF",
      "Grüße 🚢",
      "A-B",
      "[x",
    ),
    fc.string({ minLength: 1, maxLength: 12 }),
    anyText({ minLength: 1, maxLength: 5 }),
  );

  test("and the renamed ones mean what they meant", () => {
    const seen = { done: 0 };
    const [definition, meanings] = [openDefinition(SHOP), skeletons(before)];
    fc.assert(
      fc.property(fc.constantFrom(...declared), name, (symbol, newName) => {
        const { output } = definition.rename(symbol.nameSpan?.start ?? 0, newName);
        if (output === undefined) return;
        const text = withEdits(SHOP, output);
        const after = indexDefinition(text) as DefinitionIndex;
        expect(loadDefinition(text).output).toBeDefined();
        expect(skeletons(after)).toEqual(meanings);
        seen.done += 1;
      }),
      { numRuns: 15 },
    );
    expect(seen.done).toBeGreaterThan(2);
  });
});

/** Each expression with its names replaced by the position of what they mean among the declarations. */
function skeletons({ expressions, uses, symbols }: DefinitionIndex): readonly string[] {
  const positions = new Map([...symbols.keys()].map((id, position) => [id, position]));
  return expressions.map((expression) => {
    const names = uses.filter(({ within }) => within?.expression === expression);
    let at = 0;
    let text = "";
    for (const { within, symbol } of names) {
      const { start = 0, end = 0, form } = within ?? {};
      const quotes = form === "quotes" ? 1 : 0;
      text += `${expression.source.slice(at, start - quotes)}<${positions.get(symbol)}>`;
      at = end + quotes;
    }
    return text + expression.source.slice(at);
  });
}
