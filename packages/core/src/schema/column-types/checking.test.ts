import { expect, test } from "vitest";
import { diagnose } from "../../diagnostics/index.ts";
import type { JsonValue, Value } from "../../values/index.ts";
import { type ColumnOptions, columnTypeNamed, noOptions } from "../index.ts";

/** The sentences that the checks of a type tell about a cell. */
function check(
  type: string,
  cell: JsonValue,
  options: Partial<ColumnOptions> = {},
  locale = "en-US",
): string[] {
  const columnType = columnTypeNamed(type) ?? expect.fail();
  const reading = { locale, timeZone: "UTC", options: { ...noOptions, ...options } };
  const read = columnType.read(cell, reading);
  const value = "value" in read ? read.value : expect.fail();
  return columnType
    .check(value, reading)
    .map(({ code, details }) => `${code} ${diagnose(code, details as never).message}`);
}

const bounds = (value: string, bound: string) => [
  `cell/out-of-bounds "${value}" is out of bounds: ${bound}.`,
];

test.each<[string, JsonValue, Partial<ColumnOptions>, string, string[]]>([
  ["Number", 1, { min: 1, max: 3 }, "en-US", []],
  ["Number", 3, { min: 1, max: 3 }, "en-US", []],
  ["Number", 0, { min: 1, max: 3 }, "en-US", bounds("0", "at least 1")],
  ["Number", 4, { min: 1, max: 3 }, "en-US", bounds("4", "at most 3")],
  ["Decimal", 0.3, { step: 0.1 }, "en-US", []],
  ["Decimal", 0.35, { step: 0.1 }, "de-DE", bounds("0,35", "in steps of 0,1")],
  ["Price", 1.75, { min: 0.25, step: 0.5 }, "en-US", []],
  ["Price", 1.5, { min: 0.25, step: 0.5 }, "en-US", bounds("1.5", "in steps of 0.5 from 0.25")],
  ["Percent", "120%", { max: 1 }, "en-US", bounds("1.2", "at most 1")],
  ["Date", "2020-01-01", { min: 18262 }, "en-US", []],
  ["Date", "2019-12-31", { min: 18262 }, "de-DE", bounds("31.12.2019", "at least 01.01.2020")],
  [
    "DateTime",
    "2020-01-01T00:00:01",
    { max: 1577836800 },
    "en-US",
    bounds("01/01/2020 00:00:01", "at most 01/01/2020 00:00:00"),
  ],
  ["Time", "8:00", { min: 32400 }, "en-US", bounds("8:00:00", "at least 9:00:00")],
  ["Duration", "10:00", { max: 3600 }, "en-US", bounds("010:00:00", "at most 001:00:00")],
  ["Text", "🚢🚢", { maxLength: 2 }, "en-US", []],
  ["Text", "abc", { maxLength: 2 }, "en-US", bounds("abc", "at most 2 characters")],
  ["LongText", "a", { minLength: 2 }, "en-US", bounds("a", "at least 2 characters")],
  ["Name", "ab", { maxLength: 1 }, "en-US", bounds("ab", "at most 1 character")],
  ["Progress", "half", {}, "en-US", []],
  [
    "Progress",
    "Hall",
    {},
    "en-US",
    ['cell/not-in-list "Hall" is not one of "Empty", "Quarter", "Half", "Three Quarter", "Full".'],
  ],
  ["Progress", "Hall", { allowOtherValues: true }, "en-US", []],
  ["Color", "#A0b1C2", {}, "en-US", []],
  [
    "Color",
    "#a0b1c",
    {},
    "en-US",
    [
      'cell/not-in-list "#a0b1c" is not one of "Black", "Blue", "Green", "Orange", "Purple", "Red", "Yellow", "White".',
    ],
  ],
  ["Enum", "Sent", { values: ["Open", "Sent"] }, "en-US", []],
  [
    "Enum",
    "Lost",
    { values: ["Open", "Sent"] },
    "en-US",
    ['cell/not-in-list "Lost" is not one of "Open", "Sent".'],
  ],
  ["Enum", "Lost", { values: ["Open"], allowOtherValues: true }, "en-US", []],
  ["Enum", "Lost", {}, "en-US", []],
  ["EnumList", "a , c", { values: ["a", "b"] }, "en-US", ['cell/not-in-list "c" is not one of "a", "b".']],
  [
    "EnumList",
    ["a,b"],
    { values: ["c"], allowOtherValues: true },
    "en-US",
    ['cell/separator "a,b" holds ",", which separates the items of this list.'],
  ],
  ["EnumList", ["a,b"], { values: ["a,b"] }, "en-US", []],
  ["EnumList", ["a,b", ""], { allowOtherValues: true }, "en-US", []],
  ["EnumList", ["a,b"], { separator: ";" }, "en-US", []],
  [
    "EnumList",
    ["a;b"],
    { separator: ";" },
    "en-US",
    ['cell/separator "a;b" holds ";", which separates the items of this list.'],
  ],
  ["Email", "ann.lee+x@mail.example.com", {}, "en-US", []],
  ["Phone", "+1 (206) 555-0101 x5", {}, "en-US", []],
  ["Phone", 2065550101, {}, "en-US", []],
  ["Url", "https://example.com/a?b=c#d", {}, "en-US", []],
  ["Url", "mailto:ann@example.com", {}, "en-US", []],
  ["Url", "Orders_Images/My file 1.jpg", {}, "en-US", []],
  ["Image", "anything: at all", {}, "en-US", []],
  ["Ref", "no such row", {}, "en-US", []],
])("%s %j with %j in %s: %j", (type, cell, options, locale, sentences) => {
  expect(check(type, cell, options, locale)).toEqual(sentences);
});

test.each([
  ["Email", "ann", "one email address"],
  ["Email", "ann@example", "one email address"],
  ["Email", "ann@example.com, bob@example.com", "one email address"],
  ["Email", "a b@example.com", "one email address"],
  ["Phone", "call me", "a phone number"],
  ["Phone", "()", "a phone number"],
  ["Url", "https://", "a URL or a file path"],
  ["Url", "http:example.com", "a URL or a file path"],
  ["Url", "https://exa mple.com", "a URL or a file path"],
  ["Url", "a\nb", "a URL or a file path"],
  ["Url", "<script>", "a URL or a file path"],
])("%s refuses %j", (type, text, expected) => {
  const quoted = text.replace("\n", "\ufffd");
  expect(check(type, text)).toEqual([`cell/unreadable "${quoted}" cannot be read as ${expected}.`]);
});

test("a near value is suggested", () => {
  const options = { ...noOptions, values: ["Open", "Sent"] as Value[] };
  const [error] = columnTypeNamed("Enum")?.check("Opne", { locale: "en-US", options }) ?? [];
  expect(error).toMatchObject({ details: { suggestion: "Open" } });
});

test("checks come to an end on long hostile texts", () => {
  for (const text of [
    `${"a.".repeat(500_000)}@`,
    `a@${"a.".repeat(500_000)}`,
    "1".repeat(1_000_000),
    "http://".repeat(140_000),
  ]) {
    for (const type of ["Email", "Phone", "Url", "Color"]) check(type, text);
  }
});
