import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openDefinition } from "./open-definition.ts";
import { withEdits } from "./rename-in.ts";

const SHOP = `tablewright: 1
app: { id: shop, name: Shop }
tables:
  Orders:
    key: [ID]
    columns:
      ID: { type: Text }
      Price: { type: Price, description: Before tax. }
      Gross: { type: Price, formula: "[Price] * 1.19" }
      Customer: { type: Ref, table: Customers }
  Customers: { key: [ID], columns: { ID: { type: Text } } }
actions:
  Send: { table: Orders, set: { Price: "left([Gross], 1" } }
`;

/** The place behind the first time that the words stand in the text. */
function behind(words: string, text = SHOP): number {
  return text.indexOf(words) + words.length;
}

describe("hover", () => {
  test.each<[string, string, RegExp]>([
    ['formula: "[Pri', "Orders[Price]: Price", /^Before tax\.$/],
    ['set: { Price: "left([Gro', "Orders[Gross]: Price", /^Formula: `\[Price\] \* 1\.19`$/],
    ['set: { Price: "le', "LEFT(text, count): Text", /^The first characters of a text\./],
    ["table: Cust", "table Customers: undefined", /^A table with ID\.$/],
    ["set: { Pri", "Orders[Price]: Price", /^Before tax\.$/],
    ["  Sen", "action Send: undefined", /^Of the table Orders\.$/],
    ["ID: { ty", "type: undefined", /^the type of its values/],
    ["ID: { type: Te", "Text: undefined", /./],
  ])("%s", (words, head, text) => {
    const hover = openDefinition(SHOP).hover(behind(words));
    expect(`${hover?.title}: ${hover?.type}`).toBe(head);
    expect(hover?.text).toMatch(text);
  });

  test("there is none where nothing is", () => {
    expect(openDefinition(SHOP).hover(behind("app: {"))).toBeUndefined();
  });
});

test("a call in an expression is helped with", () => {
  const help = openDefinition(SHOP).signatureHelp(behind("left([Gross], "));
  expect([help?.syntax, help?.active]).toEqual(["LEFT(text, count)", 1]);
});

test("what is proven of decisions is told as it is written", () => {
  const decisions = `decisions:
  FEE:
    parameters: { weight: { type: Number, required: true } }
    type: Price
    hit: first
    rows: [["> 5", 1], ["> 6", 2]]
`;
  const text = SHOP.replace("left([Gross], 1", "1") + decisions;
  const found = openDefinition(text).diagnostics();
  expect(found.map(({ diagnostic, start }) => [diagnostic.code, text.slice(start).split(/[:,]/)[0]])).toEqual(
    [
      ["logic/gap", "FEE"],
      ["logic/unreachable", '["> 6"'],
    ],
  );
});

describe("names", () => {
  const definition = openDefinition(SHOP);
  const words = (at: number) =>
    definition.references(at).map(({ start, end }) => SHOP.slice(start - 3, end + 1));

  test("a column is declared once and used in places", () => {
    expect(words(behind("      Pri"))).toEqual(["   Price:", ' "[Price]', " { Price:"]);
    expect(words(behind('formula: "[Pri'))).toEqual(words(behind("      Pri")));
  });

  test("a table leads to its declaration", () => {
    expect(definition.declarationOf(behind("table: Cust"))).toEqual({
      start: SHOP.indexOf("Customers: {"),
      end: SHOP.indexOf("Customers: {") + "Customers".length,
    });
  });

  test("a name is told apart from what only looks like it", () => {
    expect(definition.symbolAt(behind("type: Pri"))).toBeUndefined();
    expect(definition.symbolAt(behind("[ID"))).toMatchObject({ kind: "column", name: "ID" });
  });

  test("the outline has tables with their columns", () => {
    const names = definition
      .outline()
      .map(({ kind, name, items }) => [kind, name, ...items.map((one) => one.name)]);
    expect(names).toEqual([
      ["table", "Orders", "ID", "Price", "Gross", "Customer"],
      ["table", "Customers", "ID"],
      ["action", "Send"],
    ]);
  });
});

describe("fixes and diagnostics", () => {
  test.each([
    [
      "  T: { key: [Id2], columns: { ID: { type: Text } } }",
      "  T: { key: [ID], columns: { ID: { type: Text } } }",
    ],
    [
      "  T: { kei: [ID], columns: { ID: { type: Text } } }",
      "  T: { key: [ID], columns: { ID: { type: Text } } }",
    ],
    [
      "  T: { key: [ID], columns: { ID: { type: Txt } } }",
      "  T: { key: [ID], columns: { ID: { type: Text } } }",
    ],
    [
      `  T: { key: [ID], columns: { ID: { type: Text, validIf: '[Idd] = "it''s"' } } }`,
      `  T: { key: [ID], columns: { ID: { type: Text, validIf: '[ID] = "it''s"' } } }`,
    ],
    [
      '  T: { key: [ID], columns: { ID: { type: Text, validIf: "[ID] = Open" } } }',
      '  T: { key: [ID], columns: { ID: { type: Text, validIf: "[ID] = \\"Open\\"" } } }',
    ],
    [
      "  T: { key: [ID], columns: { ID: { type: Text, validIf: 'LEN([ID] > 1' } } }",
      "  T: { key: [ID], columns: { ID: { type: Text, validIf: 'LEN([ID] > 1)' } } }",
    ],
  ])("%s", (line, fixed) => {
    const text = `tablewright: 1\napp: { id: a, name: A }\ntables:\n${line}\n`;
    const [fix] = openDefinition(text).quickFixes();
    expect(withEdits(text, fix?.edits ?? []).split("\n")[3]).toBe(fixed);
  });

  test("a diagnostic in an expression has its span in the text", () => {
    const text = SHOP.replace("[Price] * 1.19", "[Price] * [Prise]");
    const spans = openDefinition(text)
      .diagnostics()
      .map(({ start, end }) => text.slice(start, end));
    expect(spans).toEqual(["[Prise]", "("]);
  });

  test("a condition that is never TRUE has a warning while it is typed, though another expression has an error", () => {
    const text = SHOP.replace("[Price] * 1.19", "IF(AND([Price] > 2, [Price] < 1), [Price], [Prise])");
    const fixed = text.replace("[Prise]", "[Price]");
    for (const [typed, codes] of [
      [text, ["name/unknown-column"]],
      [fixed, ["logic/never-true"]],
      [fixed.replace("name: Shop", "nam: Shop"), ["logic/never-true"]],
    ] as const) {
      const found = openDefinition(typed).diagnostics();
      expect(found.map(({ diagnostic }) => diagnostic.code)).toEqual(expect.arrayContaining([...codes]));
      const warned = found.filter(({ diagnostic }) => diagnostic.code.startsWith("logic/"));
      expect(warned.map(({ start, end }) => typed.slice(start, end))).toEqual(
        codes[0] === "logic/never-true" ? ["AND([Price] > 2, [Price] < 1)"] : [],
      );
    }
  });

  test("of a text that cannot be read only that is reported", () => {
    const found = openDefinition(`${SHOP}rules: { R: { table: "Orders }\n`).diagnostics();
    expect(new Set(found.map(({ diagnostic }) => diagnostic.code))).toEqual(
      new Set(["definition/unreadable"]),
    );
  });

  test.each(["", "\t", "- a", "[", "a: *b", "\0"])("%j has diagnostics and nothing else", (text) => {
    const definition = openDefinition(text);
    expect(definition.diagnostics().length).toBeGreaterThan(0);
    expect(definition.quickFixes()).toEqual([]);
    expect(definition.outline()).toEqual([]);
    expect(definition.rename(0, "a").output).toBeUndefined();
  });
});

test("expressions are laid out, and all else stays", () => {
  const text = `tablewright: 1
app: { id: a, name: A }   # kept
tables:
  T:
    key: [ID]
    columns:
      ID: { type: Text, validIf: 'left( [ID],1)="it''s"' }
      A: { type: Text, formula: "=upper([ID])" }
      B:
        type: Text
        formula: trim( [ID] ) # kept
      C:
        type: Text
        formula: |-
          ifs([ID]="a",concatenate([ID],"one, and a good deal more"),[ID]="b",concatenate([ID],"two"),TRUE,"x")
      D: { type: Text, formula: "left([ID]" }
`;
  expect(withEdits(text, openDefinition(text).format())).toBe(
    text
      .replace(`left( [ID],1)="it''s"`, `LEFT([ID], 1) = "it''s"`)
      .replace("=upper", "=UPPER")
      .replace("trim( [ID] )", "TRIM([ID])")
      .replace(
        /ifs.*/,
        [
          "IFS(",
          '            [ID] = "a",',
          '            CONCATENATE([ID], "one, and a good deal more"),',
          '            [ID] = "b",',
          '            CONCATENATE([ID], "two"),',
          "            TRUE,",
          '            "x"',
          "          )",
        ].join("\n"),
      ),
  );
});

test("no question throws, wherever a text ends", () => {
  fc.assert(
    fc.property(
      fc.nat(SHOP.length),
      fc.constantFrom("", '"', "[", ": ", "\n  - ", "{", "<<"),
      (length, more) => {
        const text = SHOP.slice(0, length) + more;
        const definition = openDefinition(text);
        definition.diagnostics();
        definition.complete(text.length);
        definition.hover(text.length);
        definition.signatureHelp(text.length);
        definition.rename(text.length - 1, "Other");
        definition.references(text.length - 1);
        definition.quickFixes();
        const { start, end } = definition.complete(text.length);
        expect([start <= end, end <= text.length + 1]).toEqual([true, true]);
        expect(openDefinition(withEdits(text, definition.format())).format()).toEqual([]);
      },
    ),
    { numRuns: 25 },
  );
});
