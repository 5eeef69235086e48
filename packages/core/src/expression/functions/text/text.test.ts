import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { JsonValue } from "../../../values/index.ts";
import { compile } from "../../index.ts";
import type { Scope } from "../../parts.ts";
import { countPlaces, findText, splitText } from "./find-text.ts";

const columns: NonNullable<Scope["columns"]> = {
  Blank: "Text",
  Name: "Text",
  Number: "Number",
  Decimal: "Decimal",
  Price: "Price",
  Percent: "Percent",
  "Yes?": "Yes/No",
  Date: "Date",
  Time: "Time",
  DateTime: "DateTime",
  Duration: "Duration",
  Place: "LatLong",
  Numbers: { type: "List", itemType: "Number" },
  Tags: { type: "EnumList" },
  Owner: { type: "Ref", table: "People" },
};

const row = {
  Blank: null,
  Name: "Zoë 🚢 Łódź",
  Number: 1234567,
  Decimal: 1234.5,
  Price: -1234.565,
  Percent: 0.125,
  "Yes?": true,
  Date: "2026-03-04",
  Time: "00:05:09",
  DateTime: "2026-03-04T15:09:06",
  Duration: "-001:30:00",
  Place: "1.5, 2.5",
  Numbers: [1000, null, 2],
  Tags: ["oak", "pine"],
  Owner: 4096,
};

const tables: NonNullable<Scope["tables"]> = { People: { key: "ID", columns: { ID: "Number" } } };

function answer(source: string, locale = "en-US"): JsonValue {
  return compile(source, { columns, tables, locale }).evaluate({ row, locale });
}

describe("blanks", () => {
  test.each<[string, JsonValue]>([
    ["CONCATENATE([Blank], [Blank])", null],
    ['CONTAINS([Blank], "a")', false],
    ["CONTAINS([Blank], [Blank])", false],
    ['CONTAINS("a", [Blank])', false],
    ['STARTSWITH("a", [Blank])', false],
    ['STARTSWITH([Blank], "a")', false],
    ['ENDSWITH("a", [Blank])', false],
    ["ENDSWITH([Blank], [Blank])", false],
    ['FIND([Blank], "a")', 0],
    ['FIND("a", [Blank])', 0],
    ["INITIALS([Blank])", null],
    ['INITIALS("  ")', null],
    ["LEFT([Blank], -1)", null],
    ['LEFT("abc", LEN([Blank]))', null],
    ["LOWER([Blank])", null],
    ["UPPER([Blank])", null],
    ["PROPER([Blank])", null],
    ['SPLIT("abc", [Blank])', ["abc"]],
    ['SPLIT([Blank], "")', []],
    ['SPLIT(LIST([Blank], "a"), ",")', [null, "a"]],
    ['SUBSTITUTE([Blank], "a", "b")', null],
    ['SUBSTITUTE("aa", "a", [Blank])', null],
    ["TEXT([Blank])", null],
    ["TEXT(LIST())", null],
    ['TEXT([Blank], "YYYY")', null],
    ["TEXT([Date], [Blank])", null],
    ["ENCODEURL([Blank])", null],
  ])("%s", (source, expected) => {
    expect(answer(source)).toEqual(expected);
  });
});

describe("positions and counts are characters", () => {
  test.each<[string, JsonValue]>([
    ["LEFT([Name], 5)", "Zoë 🚢"],
    ["RIGHT([Name], 6)", "🚢 Łódź"],
    ["MID([Name], 5, 1)", "🚢"],
    ['FIND("Ł", [Name])', 7],
    ["LEFT([Name], 9007199254740991)", "Zoë 🚢 Łódź"],
    ["RIGHT([Name], -9007199254740991)", "Zoë 🚢 Łódź"],
    ["MID([Name], 9007199254740991, 9007199254740991)", null],
    ["MID([Name], -3, 5)", null],
    ["MID([Name], 2, -1)", null],
    ['LEFT("abc", 2.9)', "ab"],
    ['INITIALS("🚢 boat\tÉmile\u3000李雷")', "🚢bÉ李"],
  ])("%s", (source, expected) => {
    expect(answer(source)).toEqual(expected);
  });

  test("the words of a long text are those of its pieces", () => {
    expect(answer(`INITIALS("${"ab c ".repeat(3_000)}d")`)).toBe(`${"ac".repeat(3_000)}d`);
  });
});

describe("case and scripts", () => {
  test.each<[string, JsonValue]>([
    ['CONTAINS("ПРИВЕТ, МИР", "привет")', true],
    ['STARTSWITH("ÅNGSTRÖM", "ångs")', true],
    ['ENDSWITH("ÅNGSTRÖM", "STRÖM")', true],
    ['FIND("Å", "ångström")', 0],
    ['SUBSTITUTE("Aa", "a", "b")', "Ab"],
    ['SPLIT("1x2X3", "X")', ["1x2", "3"]],
    ['PROPER("éMILE ΟΔΟΣ")', "Émile Οδος"],
    ['PROPER("2ND-HAND")', "2Nd-Hand"],
    ['LOWER("ΟΔΟΣ")', "οδος"],
    ['UPPER("ﬁn")', "FIN"],
  ])("%s", (source, expected) => {
    expect(answer(source)).toEqual(expected);
  });
});

describe("values that are not text are written first", () => {
  test.each<[string, JsonValue]>([
    ["LEFT([Number], 3)", "123"],
    ['CONCATENATE([Decimal], "|", [Percent], "|", [Yes?])', "1234.5|0.125|TRUE"],
    ['CONCATENATE([Date], " ", [Time])', "03/04/2026 12:05:09 AM"],
    ["LEN([Tags])", 10],
    ['LEN(LIST("a", "b"))', 5],
    ['"Tags: " & LIST("a", "b")', "Tags: a , b"],
    ['SPLIT([Tags], ",")', ["oak", "pine"]],
    ['SPLIT([Numbers], ",")', ["1000", null, "2"]],
    ['SPLIT([Date], "/")', ["03", "04", "2026"]],
    ["TRIM([Number])", "1234567"],
  ])("%s", (source, expected) => {
    expect(answer(source)).toEqual(expected);
  });
});

describe("TEXT without a format shows the value as the Locale writes it", () => {
  test.each<[string, string, string, string]>([
    ["TEXT([Number])", "1,234,567", "1.234.567", "12,34,567"],
    ["TEXT([Decimal])", "1,234.50", "1.234,50", "1,234.50"],
    ["TEXT([Price])", "-1,234.57", "-1.234,57", "-1,234.57"],
    ["TEXT([Percent])", "12.50%", "12,50\u00a0%", "12.50%"],
    ["TEXT([Yes?])", "TRUE", "TRUE", "TRUE"],
    ["TEXT([Date])", "03/04/2026", "04.03.2026", "04/03/2026"],
    ["TEXT([Time])", "12:05:09 AM", "00:05:09", "12:05:09 AM"],
    ["TEXT([DateTime])", "03/04/2026 3:09:06 PM", "04.03.2026 15:09:06", "04/03/2026 3:09:06 PM"],
    ["TEXT([Duration])", "-001:30:00", "-001:30:00", "-001:30:00"],
    ["TEXT([Place])", "1.500000, 2.500000", "1.500000, 2.500000", "1.500000, 2.500000"],
    ["TEXT([Numbers])", "1,000 ,  , 2", "1.000 ,  , 2", "1,000 ,  , 2"],
    ["TEXT([Tags])", "oak , pine", "oak , pine", "oak , pine"],
    ["TEXT([Owner])", "4096", "4096", "4096"],
  ])("%s", (source, american, german, indian) => {
    expect(answer(source, "en-US")).toBe(american);
    expect(answer(source, "de-DE")).toBe(german);
    expect(answer(source, "en-IN")).toBe(indian);
  });
});

describe("TEXT with a format", () => {
  test.each<[string, string | null]>([
    ['TEXT([DateTime], "YY-M-D")', "26-3-4"],
    ['TEXT([DateTime], "yyyy-mm-dd hh:mm:ss")', "2026-03-04 15:09:06"],
    ['TEXT([DateTime], "D/M H:M")', "4/3 15:9"],
    ['TEXT([DateTime], "H:MM A/P")', "3:09 P"],
    ['TEXT([DateTime], "am/pm")', "PM"],
    ['TEXT([DateTime], "M:SS")', "9:06"],
    ['TEXT([DateTime], "H MMMM")', "15 March"],
    ['TEXT([DateTime], "HH:MM MM/DD")', "15:09 03/04"],
    ['TEXT([Time], "H:MM:SS AM/PM")', "12:05:09 AM"],
    ['TEXT([Time], "H:MM")', "0:05"],
    ['TEXT([Date], "HH:MM")', "00:00"],
    ['TEXT([Date], "MMM \'YY")', "Mar '26"],
    [`TEXT([Date], 'D "de" MMMM "de" YYYY')`, "4 de March de 2026"],
    [`TEXT([Date], 'D" MMMM')`, '4" March'],
    ['TEXT([Date], "—🚢 D")', "—🚢 4"],
    ['TEXT("2026-03-04", "DDD")', "Wed"],
    ['TEXT("no date", "DDD")', null],
    ['TEXT([Name], "DDD")', null],
  ])("%s", (source, expected) => {
    expect(answer(source)).toBe(expected);
  });

  test.each([
    ["de-DE", "Mittwoch, 4. März"],
    ["fr-FR", "mercredi, 4. mars"],
    ["pl-PL", "środa, 4. marca"],
    ["ru-RU", "среда, 4. марта"],
    ["fi-FI", "keskiviikko, 4. maaliskuuta"],
    ["ja-JP", "水曜日, 4. 3月"],
  ])("takes names from the Locale %s", (locale, expected) => {
    expect(answer('TEXT([Date], "DDDD, D. MMMM")', locale)).toBe(expected);
  });

  test.each([
    ["de-DE", "4 März"],
    ["cs-CZ", "4 bře"],
    ["ru-RU", "4 мар."],
  ])("takes short names from the Locale %s", (locale, expected) => {
    expect(answer('TEXT([Date], "D MMM")', locale)).toBe(expected);
  });

  test.each(["[Number]", "[Duration]", "[Numbers]"])("refuses %s", (value) => {
    const { diagnostics } = compile(`TEXT(${value}, "MM")`, { columns });
    expect(diagnostics.map(({ code }) => code)).toEqual(["type/argument"]);
  });

  test("a format that changes from row to row is read again", () => {
    const compiled = compile("TEXT([Date], [Name])", { columns });
    const written = ["YYYY", "MM", "YYYY"].map((Name) => compiled.evaluate({ row: { ...row, Name } }));
    expect(written).toEqual(["2026", "03", "2026"]);
  });
});

describe("ENCODEURL", () => {
  test.each<[string, string]>([
    ["-_.!~*'()", "%2D%5F%2E%21%7E%2A%27%28%29"],
    ["€🚢", "%E2%82%AC%F0%9F%9A%A2"],
    ["a\nb", "a%0Ab"],
    ["\ud800", "%EF%BF%BD"],
  ])("%s", (Name, expected) => {
    expect(compile("ENCODEURL([Name])", { columns }).evaluate({ row: { Name } })).toBe(expected);
  });
});

describe("what would be too long is refused before it is built", () => {
  const half = "x".repeat(600_000);
  test.each([
    ["CONCATENATE([Name], [Name])", "limit/text-length"],
    ["LEN(LIST([Name], [Name]))", "limit/text-length"],
    ["TEXT(LIST([Name], [Name]))", "limit/text-length"],
    ['SPLIT(LIST([Name], [Name]), ";")', "limit/text-length"],
    ['SUBSTITUTE([Name], "x", "xx")', "limit/text-length"],
    ['SPLIT([Name], "x")', "limit/list-length"],
    ['TEXT([Date], SUBSTITUTE([Name], "x", "D") & "MMMM")', undefined],
  ])("%s", (source, code) => {
    const run = () => compile(source, { columns }).evaluate({ row: { ...row, Name: half } });
    if (code === undefined) expect(run).not.toThrow();
    else expect(run).toThrow(expect.objectContaining({ code, start: expect.any(Number) }));
  });

  test("texts that grow when their case changes", () => {
    const run = () => compile("UPPER([Name])", { columns }).evaluate({ row: { Name: "ΐ".repeat(600_000) } });
    expect(run).toThrow(expect.objectContaining({ code: "limit/text-length" }));
    expect(() =>
      compile("ENCODEURL([Name])", { columns }).evaluate({ row: { Name: "€".repeat(200_000) } }),
    ).toThrow(expect.objectContaining({ code: "limit/text-length" }));
  });
});

describe("hostile texts take linear time", () => {
  const long = "a".repeat(1_000_000);
  const part = `ab${"a".repeat(200_000)}`;

  test.each<[string, JsonValue]>([
    ["FIND([Part], [Text])", 0],
    ["CONTAINS([Text], [Part])", false],
    ['LEN(SUBSTITUTE([Text], [Part], ""))', 1_000_000],
    ['LEN(TRIM(SUBSTITUTE([Text], "a", " ") & "b"))', 1],
    ["LEN(INITIALS([Text]))", 1],
    ["LEN(PROPER([Text]))", 1_000_000],
  ])("%s", (source, expected) => {
    const scope: Scope = { columns: { Text: "Text", Part: "Text" } };
    expect(compile(source, scope).evaluate({ row: { Text: long, Part: part } })).toBe(expected);
  });
});

describe("finding a long text agrees with the platform", () => {
  const letters = (maxLength: number) =>
    fc.array(fc.constantFrom("a", "b"), { minLength: 1, maxLength }).map((units) => units.join(""));

  test("places, counts and pieces", () => {
    fc.assert(
      fc.property(letters(30), letters(5), fc.nat(300), (unit, tail, repeats) => {
        const part = unit.repeat(3) + tail;
        const text =
          unit.repeat(repeats) + tail + part + unit.repeat(repeats) + "b".repeat(70_000 / part.length);
        expect(findText(text, part)).toBe(text.indexOf(part));
        expect(findText(text, part, 5)).toBe(text.indexOf(part, 5));
        expect(splitText(text, part)).toEqual(text.split(part));
        expect(countPlaces(text, part)).toBe(text.split(part).length - 1);
      }),
      { numRuns: 200 },
    );
  });
});
