import { describe, expect, test } from "vitest";
import type { JsonValue } from "../../../values/index.ts";
import { compile } from "../../index.ts";
import type { Scope } from "../../parts.ts";

const scope: Scope = {
  table: "Orders",
  tables: {
    Orders: { key: "ID", columns: { ID: "Text", Amount: "Number", Due: "Date", Blank: "Text" } },
    Items: { key: ["Order", "Line"], columns: { Order: "Text", Line: "Number", "Left over": "Number" } },
  },
  slices: { Scarce: { table: "Items", filter: "[Left over] < 5" } },
};

const row = { ID: "O 1", Amount: 1200, Due: "2026-03-04", Blank: null };

function answer(source: string): JsonValue {
  return compile(source, scope).evaluate({ row });
}

function codes(source: string): readonly string[] {
  return compile(source, scope).diagnostics.map(({ code }) => code);
}

describe("hyperlinks", () => {
  test.each<[string, JsonValue]>([
    ['LINKTEXT(HYPERLINK("https://a.example", "say ""hi"" \\ there"))', 'say "hi" \\ there'],
    ['LINKURL(HYPERLINK("https://a.example/?q=""x""", "y"))', 'https://a.example/?q="x"'],
    ['HYPERLINK([Blank], "y")', null],
    ['LINKTEXT(HYPERLINK("https://a.example", [Blank]))', "https://a.example"],
    ["LINKURL([Blank])", null],
    [`LINKTEXT('{"LinkText": "Shop", "Url": "https://a.example"}')`, "Shop"],
    [`LINKTEXT('{"Url": "https://a.example"}')`, "https://a.example"],
    [`LINKURL('{"Url": 5}')`, '{"Url": 5}'],
    [`LINKURL('{broken')`, "{broken"],
    [`LINKURL('{"Url": ""}')`, null],
  ])("%s", (source, expected) => {
    expect(answer(source)).toBe(expected);
  });
});

describe("deep links", () => {
  test.each<[string, JsonValue]>([
    ["LINKTOROW([_THISROW], [Amount])", "#page=row&view=1200&row=O%201"],
    ['LINKTOROW([Blank], "View")', null],
    ['LINKTOROW("1", "View", [Blank])', "#page=row&view=View&row=1"],
    ["LINKTOVIEW([Blank])", null],
    ["LINKTOAPP([Blank])", null],
    ['LINKTOVIEW("Größe & 🚢")', "#page=view&view=Gr%C3%B6%C3%9Fe%20%26%20%F0%9F%9A%A2"],
    [
      'LINKTOFORM("F", "Due", [Due], "Note", [Blank], [Blank], "x", "Shop")',
      "#app=Shop&page=form&view=F&column=Due&value=03%2F04%2F2026&column=Note&value=",
    ],
    ['LINKTOFORM([Blank], "Due", [Due])', null],
  ])("%s", (source, expected) => {
    expect(answer(source)).toBe(expected);
  });
});

describe("LINKTOFILTEREDVIEW", () => {
  test("carries the condition as it is written, and the key of the current row", () => {
    const link = String(answer('LINKTOFILTEREDVIEW("Items", [Order] = [_THISROW].[ID])'));
    expect(Object.fromEntries(new URLSearchParams(link.slice(1)))).toEqual({
      page: "filter",
      view: "Items",
      filter: "[Order] = [_THISROW].[ID]",
      row: "O 1",
    });
  });

  test.each<[string, readonly string[]]>([
    ['LINKTOFILTEREDVIEW("Items", [Left over] > 1)', []],
    ['LINKTOFILTEREDVIEW("items", [Amount] > 1)', ["name/unknown-column"]],
    ['LINKTOFILTEREDVIEW("Scarce", [Left over] > 1)', []],
    ['LINKTOFILTEREDVIEW("Scarce", [Nothing] > 1)', ["name/unknown-column"]],
    ['LINKTOFILTEREDVIEW("Some view", [Nothing] > 1)', []],
    ['LINKTOFILTEREDVIEW("Some" & " view", [Nothing] > 1)', []],
    ['LINKTOFILTEREDVIEW("Some view", NOTHING([x]))', ["name/unknown-function"]],
    ['LINKTOFILTEREDVIEW("Some view", 1 + TRUE)', ["type/operator"]],
    ['LINKTOFILTEREDVIEW("Some view", 1)', ["type/result"]],
    ['LINKTOFILTEREDVIEW("Some view", COUNT(Nowhere[x]) > 1)', ["name/unknown-table"]],
    ["LINKTOFILTEREDVIEW(LIST(1, 2) - LIST(1), TRUE)", []],
    ['LINKTOFILTEREDVIEW("Items")', ["call/too-few-arguments"]],
  ])("%s", (source, expected) => {
    expect(codes(source)).toEqual(expected);
  });

  test("reads no rows of the view's table", () => {
    const { references } = compile('LINKTOFILTEREDVIEW("Items", COUNT(Items[Line]) > 1)', scope);
    expect(references.tables).toEqual([]);
  });

  test("a blank view gives blank", () => {
    expect(answer("LINKTOFILTEREDVIEW([Blank], TRUE)")).toBe(null);
  });
});
