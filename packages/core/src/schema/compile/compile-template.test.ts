import fc from "fast-check";
import { expect, test } from "vitest";
import { loadDefinition, type Template } from "../index.ts";

/** The template as the body of a webhook about Orders; its diagnostics as `start-end code`. */
function compile(body: string): { parts: Template | undefined; errors: readonly string[] } {
  const webhook = { url: "https://example.com", body };
  const text = JSON.stringify({
    tablewright: 1,
    app: { id: "a", name: "A" },
    tables: {
      Orders: { key: ["Order"], columns: { Order: { type: "Number" }, "Odd >> one": { type: "Text" } } },
      Lines: {
        key: ["Line"],
        columns: {
          Line: { type: "Text" },
          Order: { type: "Ref", table: "Orders" },
          Item: { type: "Text" },
        },
      },
      "Bob's": { key: ["ID"], columns: { ID: { type: "Text" } } },
    },
    rules: { R: { table: "Orders", on: ["add"], steps: [{ webhook }] } },
  });
  const { output, diagnostics } = loadDefinition(text);
  for (const { member } of diagnostics) expect(member).toBe("rules.R.steps.0.webhook.body");
  const [step] = output?.rules.get("R")?.steps ?? [];
  const errors = diagnostics.map(({ start, end, code }) => `${start}-${end} ${code}`);
  return { parts: step?.kind === "webhook" ? step.effect.body : undefined, errors };
}

/** Texts as they are, expressions as `=source`, variables by name, blocks with what is in them. */
function shown(parts: Template | undefined): readonly unknown[] | undefined {
  return parts?.map((part) => {
    if (part.kind === "text") return part.text;
    if (part.kind === "variable") return part.name;
    if (part.kind === "value") return `=${part.expression.source}`;
    if (part.kind === "rows") return { rows: part.rows.source.trim(), parts: shown(part.parts) };
    return { if: part.condition.source.trim(), parts: shown(part.parts), else: shown(part.otherwise) };
  });
}

test.each<[string, string[]]>([
  ["", []],
  ["plain", ["plain"]],
  [">>", [">>"]],
  ["a < b > c", ["a < b > c"]],
  ["<<[Order]>>", ["=[Order]"]],
  ["a<<[Order]>>b<<[Order]+1>>", ["a", "=[Order]", "b", "=[Order]+1"]],
  ["<<_RULENAME>><< _rowkey >>", ["_RULENAME", "_ROWKEY"]],
  ['<<"<<">>', ['="<<"']],
  ['<<IF([Order] > 1, ">>", "a "">>"" b")>>!', ['=IF([Order] > 1, ">>", "a "">>"" b")', "!"]],
  ["<<'it''s >>' & \">>'>>\">>", ["='it''s >>' & \">>'>>\""]],
  ["<<[Odd >> one]>>", ["=[Odd >> one]"]],
  ["<<[Order] >= 1>>", ["=[Order] >= 1"]],
  ["<<[Order]>1>>", ["=[Order]>1"]],
  ["<<[Order]<>1>>>", ["=[Order]<>1", ">"]],
  ["<<COUNT(Bob's[ID])>> it's <<[Order]>>", ["=COUNT(Bob's[ID])", " it's ", "=[Order]"]],
  ["<<\n  [Order]\n>>", ["=\n  [Order]\n"]],
])("%j is cut", (template, parts) => {
  const { parts: made, errors } = compile(template);
  expect(errors).toEqual([]);
  expect(shown(made)).toEqual(parts);
});

test.each<[string, string[]]>([
  ["<<", ["0-2 definition/open-hole"]],
  ["ab <<[Order]> >", ["3-5 definition/open-hole"]],
  ["<<>>", ["2-2 syntax/empty"]],
  ["x <<[Ordr]>> <<[Orderr]>>", ["4-10 name/unknown-column", "15-23 name/unknown-column"]],
  ["<<[Order] & <<[Order]>>>>", ["12-13 syntax/value-expected"]],
  ['<<"never closed>> <<[Order]>>', ["2-15 syntax/missing-quote"]],
  ["<<[Order>> <<1 +>>", ["2-3 syntax/missing-bracket", "16-16 syntax/cut-off"]],
  ["<<  _RULE >>", ["4-9 definition/unknown-variable"]],
  ["<<_THISROW_BEFORE>>", ["2-17 definition/unknown-variable"]],
  ["<<[Order] >> 1>>", []],
])("%j has its errors in their places", (template, errors) => {
  expect(compile(template).errors).toEqual(errors);
});

test.each<[string, unknown[]]>([
  ["<<Start: [Related Lines]>>a<<End>>b", [{ rows: "[Related Lines]", parts: ["a"] }, "b"]],
  ["<<start:[Related Lines]>><<[Item]>><< END >>", [{ rows: "[Related Lines]", parts: ["=[Item]"] }]],
  ['<<If: [Odd >> one] = ">>">>a<<EndIf>>', [{ if: '[Odd >> one] = ">>"', parts: ["a"], else: [] }]],
  ["<<If: [Order] > 1>>a<<Else>>b<<EndIf>>", [{ if: "[Order] > 1", parts: ["a"], else: ["b"] }]],
  [
    '<<Start: ORDERBY(FILTER("Lines", [Order] = [_THISROW]), [Item])>>' +
      "<<If: ISBLANK([Item])>>none of <<[_THISROW].[Order]>><<Else>>" +
      "<<Start: Lines[Line]>><<[_THISROW-1].[Item]>> <<[Item]>> <<[_THISROW_BEFORE].[Order]>><<End>><<EndIf>><<End>>",
    [
      {
        rows: 'ORDERBY(FILTER("Lines", [Order] = [_THISROW]), [Item])',
        parts: [
          {
            if: "ISBLANK([Item])",
            parts: ["none of ", "=[_THISROW].[Order]"],
            else: [
              {
                rows: "Lines[Line]",
                parts: ["=[_THISROW-1].[Item]", " ", "=[Item]", " ", "=[_THISROW_BEFORE].[Order]"],
              },
            ],
          },
        ],
      },
    ],
  ],
  [
    "Lines:\n<<Start: [Related Lines]>>\n- <<[Item]>>\n  <<End>>  \nbye",
    ["Lines:\n", { rows: "[Related Lines]", parts: ["- ", "=[Item]", "\n"] }, "bye"],
  ],
  ["<<If: TRUE>>\r\na\r\n<<Else>>\r\nb\r\n<<EndIf>>", [{ if: "TRUE", parts: ["a\r\n"], else: ["b\r\n"] }]],
  ["<<If: TRUE>> \n a<<EndIf>>", [{ if: "TRUE", parts: [" a"], else: [] }]],
])("%j has its blocks", (template, parts) => {
  const { parts: made, errors } = compile(template);
  expect(errors).toEqual([]);
  expect(shown(made)).toEqual(parts);
});

test.each<[string, string[]]>([
  ["a<<End>>", ["1-8 definition/stray-tag"]],
  ["<<Else>><<EndIf>>", ["0-8 definition/stray-tag", "8-17 definition/stray-tag"]],
  ["<<If: TRUE>>a<<End>>", ["0-12 definition/open-block", "13-20 definition/stray-tag"]],
  ["<<If: TRUE>><<Else>><<Else>><<EndIf>>", ["20-28 definition/stray-tag"]],
  ["<<Start: [Related Lines]>><<If: TRUE>><<End>>", ["26-38 definition/open-block"]],
  ["<<Start: [Related Lines]>><<If: TRUE>>", ["0-26 definition/open-block", "26-38 definition/open-block"]],
  ["<<Start: [Order]>><<[Nix]>><<End>>", ["9-16 definition/not-rows"]],
  ["<<Start: LIST(1)>><<[Nix]>><<End>>", ["9-16 definition/not-rows"]],
  ["<<Start: [Related Linez]>><<[Nix]>><<End>>", ["9-24 name/unknown-column"]],
  [
    "<<Start: [Related Lines]>><<[Itm]>><<End>><<[Item]>>",
    ["28-33 name/unknown-column", "44-50 name/unknown-column"],
  ],
  ["<<If: [Order]>>a<<EndIf>>", ["6-13 type/result"]],
  ["<<Start:>>a<<End>>", ["8-8 syntax/empty"]],
  ["<<Strat: [Related Lines]>>", ["2-8 definition/unknown-tag"]],
  ["<<For: [Related Lines]>>", ["2-6 definition/unknown-tag"]],
  ["<<Start [Related Lines]>>", ["2-7 definition/unknown-tag"]],
  ["<<If [Order] > 1>>", ["2-4 definition/unknown-tag"]],
  ["<<If: TRUE>><<End If>>", ["0-12 definition/open-block", "14-20 definition/unknown-tag"]],
  ["<<ElseIf: TRUE>>", ["2-9 definition/unknown-tag"]],
  ["<<Html: [Order]>>", ["0-17 definition/tag-not-here"]],
])("%j has errors of blocks in their places", (template, errors) => {
  expect(compile(template).errors).toEqual(errors);
});

test("blocks may be nested ten deep", () => {
  const nested = (depth: number) => compile("<<If: TRUE>>".repeat(depth) + "<<EndIf>>".repeat(depth)).errors;
  expect(nested(9)).toEqual([]);
  expect(nested(10)).toEqual([]);
  expect(nested(11)).toEqual(["120-132 definition/deep-blocks"]);
});

test("a template of a megabyte with 10,000 holes is cut, whatever is in them", () => {
  const piece = `${"x".repeat(80)}<<IF([Order]>1,">>","")>>`;
  const { parts, errors } = compile(piece.repeat(10_000));
  expect(errors).toEqual([]);
  expect(parts?.length).toBe(20_000);
});

test.each([
  ["holes that open", "<<".repeat(500_000), 1],
  ["quotes that open", '<<" '.repeat(250_000), 1],
  ["brackets that open", `${"<<[".repeat(300_000)}>>`, 1],
  ["ends within a text", `<<"${">>".repeat(500_000)}`, 1],
  ["errors", "<<[Nix]>>".repeat(100_000), 20],
  ["warnings, and an error behind them", `${"<<Nix>>".repeat(100_000)}<<[Nix]>>`, 21],
  ["errors in one hole", `${" ".repeat(900_000)}<<${Array(5_000).fill("[Nix]").join("+")}>>`, 20],
  ["blocks that open", "<<If: TRUE>>".repeat(90_000), 1],
  ["ends of blocks", "<<End>>".repeat(150_000), 20],
  ["blocks that are not closed", "<<If: TRUE>><<Else>>".repeat(50_000), 1],
  ["blanks", `<<${" ".repeat(1_000_000)}>>`, 1],
  ["words", `<<${"a ".repeat(500_000)}>>`, 1],
])("a megabyte of %s is refused in a few words", (_, template, most) => {
  const { errors } = compile(template);
  expect(errors.length).toBeGreaterThan(0);
  expect(errors.length).toBeLessThanOrEqual(most);
});

test("what is cut can be put together again", () => {
  const piece = fc.constantFrom(
    "a",
    " ",
    "<",
    ">",
    ">>",
    "<<[Order]>>",
    '<<">>">>',
    "<<_NOW>>",
    '"',
    "\\",
    "[",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const template = pieces.join("");
      const { parts, errors } = compile(template);
      const whole = parts?.map((part) => {
        if (part.kind === "text") return part.text;
        return `<<${part.kind === "variable" ? part.name : part.kind === "value" && part.expression.source}>>`;
      });
      expect(errors.length > 0 || whole?.join("") === template).toBe(true);
    }),
  );
});
