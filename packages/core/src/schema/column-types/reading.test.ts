import fc from "fast-check";
import { expect, test } from "vitest";
import { type JsonValue, readDateTime, type Value } from "../../values/index.ts";
import { type ColumnOptions, columnTypeNamed, noOptions } from "../index.ts";

/** [type, locale, cell, value]: every way in which types.md says that a cell reads. */
const day = (text: string): number => (seconds(`${text}T00:00:00`) ?? Number.NaN) / 86_400;
const seconds = (text: string): number | null => readDateTime(text, "en-US");

const LOCALES = ["en-US", "en-GB", "de-DE", "fr-FR", "pt-BR", "ja-JP", "zh-CN", "vi-VN"];
const everywhere = (type: string, cell: JsonValue, value: Value) =>
  LOCALES.map((locale) => [type, locale, cell, value] as const);

const TEXTS = [
  "Text",
  "LongText",
  "Name",
  "Email",
  "Phone",
  "Url",
  "Address",
  "Image",
  "Thumbnail",
  "Drawing",
];
const MORE_TEXTS = ["Signature", "File", "Video", "App", "Progress", "Color", "Enum", "Ref"];
const ALL = [
  ...[...TEXTS, ...MORE_TEXTS, "MultiColumnKey"],
  ...["Number", "Decimal", "Percent", "Price", "Date", "Time", "DateTime", "Duration", "Yes/No"],
  ...["EnumList", "List", "LatLong", "XY", "ChangeCounter", "ChangeTimestamp", "ChangeLocation"],
];

/** Types whose values are addresses. */
const LINKS: ReadonlySet<string> = new Set([
  "Url",
  "Image",
  "Thumbnail",
  "Drawing",
  "Signature",
  "File",
  "Video",
]);

test.each([
  ...ALL.flatMap((type) => [...everywhere(type, null, null), ...everywhere(type, "", null)]),
  ...[...TEXTS, ...MORE_TEXTS].flatMap((type) => [
    [
      type,
      "en-US",
      "  kept exactly\r\nas sent  e\u0301 🚢 ",
      `  kept exactly\r\nas sent  ${LINKS.has(type) ? "e\u0301" : "\u00e9"} 🚢 `,
    ] as const,
    [type, "de-DE", 1234.5, "1234.5"] as const,
    [type, "en-US", 42, "42"] as const,
    [type, "en-US", true, "TRUE"] as const,
    [type, "en-US", false, "FALSE"] as const,
  ]),
  ["Phone", "en-US", 9007199254740991, "9007199254740991"],
  ...["Decimal", "Price", "Percent"].flatMap((type) =>
    [9007199254740992, -9007199254740994, 9999999999999998].flatMap((number) => [
      [type, "en-US", number, number] as const,
      [type, "de-DE", String(number), number] as const,
    ]),
  ),
  ["Progress", "en-US", "three quarter", "Three Quarter"],
  ["Color", "en-US", "RED", "Red"],
  ["Color", "en-US", "#a0B1c2", "#a0B1c2"],

  ...everywhere("Number", 42, 42),
  ...everywhere("Number", -0, 0),
  ...everywhere("Number", "42", 42),
  ...everywhere("Number", " -42 ", -42),
  ...everywhere("Number", "007", 7),
  ...everywhere("Number", 9007199254740991, 9007199254740991),
  ...everywhere("Number", "-9007199254740991", -9007199254740991),
  ["Number", "en-US", "1,234", 1234],
  ["Number", "en-US", "1,234,567", 1234567],
  ["Number", "en-US", "42.0", 42],
  ["Number", "en-GB", "1,234", 1234],
  ["Number", "de-DE", "1.234", 1234],
  ["Number", "fr-FR", "1\u202f234", 1234],
  ["Number", "fr-FR", "1 234", 1234],
  ["Number", "pt-BR", "1.234", 1234],
  ["Number", "ja-JP", "1,234", 1234],
  ["Number", "zh-CN", "1,234", 1234],
  ["Number", "vi-VN", "1.234", 1234],

  ...everywhere("Decimal", 1.25, 1.25),
  ...everywhere("Decimal", 0.1, 0.1),
  ...everywhere("Decimal", 1e-7, 1e-7),
  ...everywhere("Decimal", 123456789012345, 123456789012345),
  ...everywhere("Decimal", "1234.5", 1234.5),
  ["Decimal", "en-US", "1,234.5", 1234.5],
  ["Decimal", "en-US", "1.234", 1.234],
  ["Decimal", "de-DE", "1.234", 1234],
  ["Decimal", "de-DE", "1.234,5", 1234.5],
  ["Decimal", "de-DE", "1,234", 1.234],
  ["Decimal", "fr-FR", "1\u202f234,5", 1234.5],
  ["Decimal", "pt-BR", "1.234,5", 1234.5],
  ["Decimal", "vi-VN", "1.234,5", 1234.5],
  ["Decimal", "ja-JP", "1,234.5", 1234.5],
  ["Decimal", "zh-CN", "1,234.5", 1234.5],

  ...everywhere("Percent", 0.25, 0.25),
  ...everywhere("Percent", "25%", 0.25),
  ...everywhere("Percent", "25 %", 0.25),
  ...everywhere("Percent", "0.25", 0.25),
  ["Percent", "de-DE", "12,5 %", 0.125],
  ["Percent", "en-US", 2.5, 2.5],

  ...everywhere("Price", 3333.45, 3333.45),
  ...everywhere("Price", "3333.45", 3333.45),
  ["Price", "en-US", "$3,333.45", 3333.45],
  ["Price", "en-US", "-$5", -5],
  ["Price", "en-GB", "£3,333.45", 3333.45],
  ["Price", "de-DE", "3.333,45 €", 3333.45],
  ["Price", "fr-FR", "3 333,45 €", 3333.45],
  ["Price", "ja-JP", "￥3,333", 3333],

  ...everywhere("Date", "2017-08-31", day("2017-08-31")),
  ["Date", "en-US", "08/31/2017", day("2017-08-31")],
  ["Date", "en-US", "8-31-2017", day("2017-08-31")],
  ["Date", "en-US", "03/04/2026", day("2026-03-04")],
  ["Date", "en-GB", "03/04/2026", day("2026-04-03")],
  ["Date", "en-GB", "31.08.2017", day("2017-08-31")],
  ["Date", "de-DE", "31.08.2017", day("2017-08-31")],
  ["Date", "de-DE", "31/08/2017", day("2017-08-31")],
  ["Date", "fr-FR", "31/08/2017", day("2017-08-31")],
  ["Date", "pt-BR", "31-08-2017", day("2017-08-31")],
  ["Date", "ja-JP", "2017/08/31", day("2017-08-31")],
  ["Date", "zh-CN", "2017/8/31", day("2017-08-31")],
  ["Date", "vi-VN", "31/08/2017", day("2017-08-31")],
  ["Date", "en-US", "08/31/2017 00:00:00", day("2017-08-31")],
  ["Date", "de-DE", "2017-08-31T00:00", day("2017-08-31")],
  ["Date", "en-US", "02/29/2024", day("2024-02-29")],

  ...everywhere("Time", "18:30:33", 66633),
  ...everywhere("Time", "8:15", 29700),
  ...everywhere("Time", "8:15:25 PM", 72925),
  ...everywhere("Time", "12:00 am", 0),

  ...everywhere("DateTime", "2017-08-31T23:59:59", seconds("2017-08-31T23:59:59")),
  ...everywhere("DateTime", "2017-08-31 23:59", seconds("2017-08-31T23:59:00")),
  ...everywhere("DateTime", "2017-08-31T23:59:59.987", seconds("2017-08-31T23:59:59")),
  ...everywhere("DateTime", "2017-08-31T21:59:59Z", seconds("2017-08-31T23:59:59")),
  ...everywhere("DateTime", "2017-08-31T17:59:59-04:00", seconds("2017-08-31T23:59:59")),
  ...everywhere("DateTime", "2017-08-31", seconds("2017-08-31T00:00:00")),
  ["DateTime", "en-US", "08/31/2017 23:59:59", seconds("2017-08-31T23:59:59")],
  ["DateTime", "en-GB", "31/08/2017 23:59:59", seconds("2017-08-31T23:59:59")],
  ["DateTime", "de-DE", "31.08.2017 23:59:59", seconds("2017-08-31T23:59:59")],
  ["DateTime", "ja-JP", "2017/08/31 23:59:59", seconds("2017-08-31T23:59:59")],

  ...everywhere("Duration", "012:00:00", 43200),
  ...everywhere("Duration", "-1:30", -5400),
  ...everywhere("Duration", "1000:00:01", 3600001),

  ...["Y", "y", "Yes", "TRUE", "true", "1", "t", " On "].flatMap((cell) => everywhere("Yes/No", cell, true)),
  ...["N", "no", "FALSE", "False", "0", "F", "off"].flatMap((cell) => everywhere("Yes/No", cell, false)),
  ["Yes/No", "en-US", true, true],
  ["Yes/No", "en-US", false, false],
  ["Yes/No", "en-US", 1, true],
  ["Yes/No", "en-US", 0, false],

  ...everywhere("LatLong", "47.623098, -122.330184", "47.623098, -122.330184"),
  ...everywhere("LatLong", "47.6,-122", "47.600000, -122.000000"),
  ["LatLong", "en-US", [47.6, -122], "47.600000, -122.000000"],
  ...everywhere("XY", "50.00, 25.00", "50.00, 25.00"),
  ["XY", "en-US", [100, 0], "100.00, 0.00"],

  ...everywhere("EnumList", "a , b", ["a", "b"]),
  ...everywhere("EnumList", "a,b ,, c", ["a", "b", "c"]),
  ["EnumList", "en-US", ["a", " b ", null, ""], ["a", "b"]],
  ["EnumList", "en-US", [], null],
  ["EnumList", "en-US", 5, ["5"]],
] as const)("%s in %s reads %j as %j", (type, locale, cell, value) => {
  expect(read(type, cell, locale)).toEqual({ value });
});

function read(type: string, cell: JsonValue, locale: string, options: Partial<ColumnOptions> = {}) {
  const reading = { locale, timeZone: "Europe/Berlin", options: { ...noOptions, ...options } };
  return columnTypeNamed(type)?.read(cell, reading);
}

test.each([
  ["Decimal", 0.1 + 0.2, 0.3],
  ["Decimal", "0.30000000000000004", 0.3],
  ["Decimal", 52.520006599999995, 52.5200066],
  ["Decimal", "1.234567890123456789", 1.23456789012346],
  ["Decimal", 1234567890123457, 1234567890123457],
  ["Decimal", "1234567890123457", 1234567890123457],
  ["Decimal", 12345678901234600000, 12345678901234600000],
  ["Decimal", Number.MAX_VALUE, Number.MAX_VALUE],
  ["Price", 1 / 3, 0.333333333333333],
  ["Percent", 1 / 3, 0.333333333333333],
  ["LatLong", "52.520006599999995, 13.4", "52.520007, 13.400000"],
  ["LatLong", [52.520006599999995, 13.4], "52.520007, 13.400000"],
  ["Text", 0.1 + 0.2, "0.30000000000000004"],
  ["Text", 0.00013216897211484592, "0.00013216897211484592"],
] as const)("%s takes the digits of a double: %j", (type, cell, value) => {
  expect(read(type, cell as JsonValue, "en-US")).toEqual({ value });
});

test.each([
  ["Number", "en-US", "4.2", "a whole number", "42"],
  ["Number", "en-US", 4.2, "a whole number", "42"],
  ["Number", "en-US", "12,34", "a whole number", "42"],
  ["Number", "de-DE", "1,5", "a whole number", "42"],
  ["Number", "en-US", true, "a whole number", "42"],
  ["Number", "en-US", "1e3", "a whole number", "42"],
  ["Number", "en-US", 9007199254740992, "a whole number from -9007199254740991 to 9007199254740991", "42"],
  ["Number", "en-US", "9007199254740992", "a whole number from -9007199254740991 to 9007199254740991", "42"],
  ...["9007199254740993", "-9007199254740995"].map(
    (cell) =>
      [
        "Decimal",
        "en-US",
        cell,
        "a number of at most 15 significant digits where it is beyond 9007199254740991",
        "1234.5",
      ] as const,
  ),
  [
    "Decimal",
    "en-US",
    "12345678901234567",
    "a number of at most 15 significant digits where it is beyond 9007199254740991",
    "1234.5",
  ],
  [
    "Decimal",
    "de-DE",
    12345678901234568,
    "a number of at most 15 significant digits where it is beyond 9007199254740991",
    "1234,5",
  ],
  ["Decimal", "en-US", "1,23", "a number", "1234.5"],
  ["Decimal", "de-DE", "1,234.5", "a number", "1234,5"],
  ["Percent", "en-US", "a quarter", "a fraction or a percentage", "0.25"],
  ["Price", "en-US", "5 apples", "an amount", "1234.5"],
  ["Date", "en-US", "31/08/2017", "a date", "08/31/2026"],
  ["Date", "de-DE", "31.08.17", "a date", "31.08.2026"],
  ["Date", "fr-FR", "02/30/2020", "a date", "31/08/2026"],
  ["Date", "ja-JP", "Aug 31, 2017", "a date", "2026/08/31"],
  ["Date", "en-US", "2017-02-30", "a date", "08/31/2026"],
  ["Date", "en-US", 43000, "a date", "08/31/2026"],
  ["Date", "en-US", "08/31/2017 12:00:00", "a date: it has a time of day other than midnight", "08/31/2026"],
  ["Time", "en-US", "24:00", "a time", "18:30:00"],
  ["Time", "en-US", "13:00 PM", "a time", "18:30:00"],
  ["DateTime", "en-US", "08/31/2017 24:00:00", "a date and time", "08/31/2026 18:30:00"],
  ["DateTime", "en-GB", "08/31/2017 12:00:00", "a date and time", "31/08/2026 18:30:00"],
  ["Duration", "en-US", "1:60", "a duration", "012:00:00"],
  ["Duration", "en-US", 90, "a duration", "012:00:00"],
  ["Yes/No", "en-US", "maybe", "Yes or No", "Y"],
  ["Yes/No", "en-US", 2, "Yes or No", "Y"],
  ["Yes/No", "en-US", [true], "Yes or No", "Y"],
  [
    "LatLong",
    "en-US",
    "91, 0",
    "a latitude from -90 to 90 and a longitude from -180 to 180",
    "47.623098, -122.330184",
  ],
  ["XY", "en-US", [101, 0], "an x and a y from 0 to 100", "50.00, 25.00"],
  ["XY", "en-US", [1], "an x and a y from 0 to 100", "50.00, 25.00"],
  ["EnumList", "en-US", { a: 1 }, "a list", undefined],
  ["Text", "en-US", ["a"], "text", String.raw`"[\"a\"]"`],
  ["Text", "en-US", { a: 1 }, "text", String.raw`"{\"a\":1}"`],
  ["Text", "en-US", "a\0b", "text without NUL and broken characters", undefined],
  ["Text", "en-US", "a\ud800", "text without NUL and broken characters", undefined],
  ["Text", "en-US", 9007199254740992, "text; so large a number must be sent in quotes", undefined],
  ["Ref", "en-US", ["a"], "text", String.raw`"[\"a\"]"`],
] as const)("%s in %s refuses %j", (type, locale, cell, expected, example) => {
  const value = expect.any(String) as string;
  expect(read(type, cell as JsonValue, locale)).toEqual({
    code: "cell/unreadable",
    details: { value, expected, example },
  });
});

test("a Price with a declared currency takes that sign and no other", () => {
  expect(read("Price", "€5", "en-US", { currency: "€" })).toEqual({ value: 5 });
  expect(read("Price", "$5", "en-US", { currency: "€" })).toMatchObject({ code: "cell/unreadable" });
});

test.each([1_048_575, 1_048_576])("a text of %i characters reads", (length) => {
  expect(read("LongText", "x".repeat(length), "en-US")).toHaveProperty("value.length", length);
});

test("a list of any texts has the items that are sent, as they are", () => {
  const cell = ["a", "a", "", " x "];
  expect(read("EnumList", cell, "en-US", { allowOtherValues: true })).toEqual({ value: cell });
  expect(read("EnumList", cell, "en-US", { allowOtherValues: true, values: ["a"] })).toEqual({
    value: ["a", "a", "x"],
  });
});

test("a text beyond 1 MiB and a list beyond 100,000 items are refused", () => {
  expect(read("LongText", "x".repeat(1_048_577), "en-US")).toEqual({
    code: "limit/cell-length",
    details: { limit: 1_048_576 },
  });
  expect(read("EnumList", Array(100_000).fill("a"), "en-US")).toHaveProperty("value.length", 100_000);
  expect(read("EnumList", Array(100_001).fill("a"), "en-US")).toEqual({
    code: "limit/cell-items",
    details: { limit: 100_000 },
  });
});

test("a long or unprintable cell is quoted in part", () => {
  expect(read("Number", "9".repeat(1000), "en-US")).toHaveProperty("details.value", `${"9".repeat(79)}…`);
  expect(read("Text", "a\0b", "en-US")).toHaveProperty("details.value", "a\ufffdb");
});

test("an Enum is kept as it is declared: exactly, else by the only value that differs in case", () => {
  const values = ["Open", "open", "Sent"];
  expect(read("Enum", "open", "en-US", { values })).toEqual({ value: "open" });
  expect(read("Enum", "SENT", "en-US", { values })).toEqual({ value: "Sent" });
  expect(read("Enum", "OPEN", "en-US", { values })).toEqual({ value: "OPEN" });
  expect(read("EnumList", "sent , open", "en-US", { values })).toEqual({ value: ["Sent", "open"] });
});

test("a declared value may hold a comma; another text with one is split", () => {
  const values = ["Lee, Ann", "Ray, Bob"];
  expect(read("EnumList", "Lee, Ann", "en-US", { values })).toEqual({ value: ["Lee, Ann"] });
  expect(read("EnumList", "Lee, Ann , ray, bob", "en-US", { values })).toEqual({ value: values });
  expect(read("EnumList", "Lee, Sue", "en-US", { values })).toEqual({ value: ["Lee", "Sue"] });
});

test("items have a type and a separator of their own", () => {
  const dates = columnTypeNamed("EnumList")?.over?.(columnTypeNamed("Date") ?? expect.fail());
  const decimals = columnTypeNamed("EnumList")?.over?.(columnTypeNamed("Decimal") ?? expect.fail());
  const places = columnTypeNamed("EnumList")?.over?.(columnTypeNamed("LatLong") ?? expect.fail());
  const reading = { locale: "de-DE", timeZone: "UTC", options: noOptions };
  expect(dates?.read("31.08.2017,2017-09-01", reading)).toEqual({
    value: [day("2017-08-31"), day("2017-09-01")],
  });
  expect(decimals?.read("1,5 , 2", reading)).toEqual({ value: [1.5, 2] });
  expect(decimals?.read("1,5", reading)).toEqual({ value: [1.5] });
  expect(places?.read("47.6, -122.3", reading)).toEqual({ value: ["47.600000, -122.300000"] });
  expect(dates?.read("31.08.2017,soon", reading)).toMatchObject({ details: { value: "soon" } });
  expect(read("EnumList", "a;b ; c,d", "en-US", { separator: ";" })).toEqual({ value: ["a", "b", "c,d"] });
  expect(read("EnumList", "a\nb", "en-US", { separator: "\n" })).toEqual({ value: ["a", "b"] });
});

test("a choice is found however its accents are written, and kept as it is declared", () => {
  const values = ["Caf\u00e9", "Bar"];
  for (const type of ["Enum", "EnumList"]) {
    const cell = type === "Enum" ? "CAFE\u0301" : ["cafe\u0301"];
    expect(read(type, cell, "en-US", { values })).toEqual({
      value: type === "Enum" ? "Caf\u00e9" : ["Caf\u00e9"],
    });
    const other = type === "Enum" ? "CAF\u00c9" : ["caf\u00e9"];
    expect(read(type, cell, "en-US", { values: ["Cafe"] })).toEqual({ value: other });
  }
});

test("a list of any texts comes back from the text that it is written as", () => {
  const item = fc.string({ unit: fc.constantFrom("a", "b", ",", '"', " ", ";", "\n") });
  const separators = fc.constantFrom(" , ", ";", ", ", "|", "\n", " ");
  const property = fc.property(fc.array(item, { maxLength: 4 }), separators, (items, separator) => {
    const options = { ...noOptions, allowOtherValues: true, separator };
    const text = columnTypeNamed("EnumList")?.writeText(items, { locale: "en-US", options }) ?? "";
    expect(read("EnumList", text, "en-US", options)).toEqual({ value: items.length === 0 ? null : items });
  });
  fc.assert(property);
});

test.each([
  ['"a, b" , c', ["a, b", "c"]],
  ['a,,"",b', ["a", "", "b"]],
  ['"say ""hi""",x', ['say "hi"', "x"]],
  ['5" pipe, 6" pipe', ['5" pipe', '6" pipe']],
  ['"a" b, c', ['"a" b', "c"]],
  ['"a, b', ['"a', "b"]],
])("%s is the list %j of any texts", (cell, value) => {
  expect(read("EnumList", cell, "en-US", { allowOtherValues: true })).toEqual({ value });
});

test("an object or a list that is sent to a column of texts is told how it can be sent", () => {
  const json = { a: [1, 2] };
  expect(read("LongText", json, "en-US")).toEqual({
    code: "cell/unreadable",
    details: { value: '{"a":[1,2]}', expected: "text", example: String.raw`"{\"a\":[1,2]}"` },
  });
  expect(read("Number", json, "en-US")).not.toHaveProperty("details.example", expect.stringContaining("{"));
});
