import { expect, test } from "vitest";
import { type JsonValue, readDateTime, type Value } from "../../values/index.ts";
import { columnTypeNamed, columnTypes, noOptions } from "../index.ts";

/** The forms of `wire: spec`, Locale by Locale. */
const moment = readDateTime("2017-08-31T08:05:09", "en-US") ?? expect.fail();
const day = Math.floor(moment / 86_400);

const DATES = {
  "en-US": "08/31/2017",
  "en-GB": "31/08/2017",
  "de-DE": "31.08.2017",
  "fr-FR": "31/08/2017",
  "pt-BR": "31/08/2017",
  "ja-JP": "2017/08/31",
  "zh-CN": "2017/08/31",
  "vi-VN": "31/08/2017",
};
const LOCALES = Object.keys(DATES);
const everywhere = (type: string, value: Value, cell: JsonValue) =>
  LOCALES.map((locale) => [type, locale, value, cell] as const);

test.each([
  ...Object.entries(DATES).map(([locale, text]) => ["Date", locale, day, text] as const),
  ...Object.entries(DATES).map(([locale, text]) => ["DateTime", locale, moment, `${text} 08:05:09`] as const),
  ...Object.entries(DATES).map(
    ([locale, text]) => ["ChangeTimestamp", locale, moment, `${text} 08:05:09`] as const,
  ),
  ...columnTypes.flatMap(({ name }) => everywhere(name, null, "")),
  ...everywhere("Text", "abc", "abc"),
  ...everywhere("LongText", "a\nb", "a\nb"),
  ...everywhere("Number", 42, 42),
  ...everywhere("Decimal", 1.25, 1.25),
  ...everywhere("Decimal", 0.1 + 0.2, 0.3),
  ...everywhere("Percent", 0.25, 0.25),
  ...everywhere("Price", 3333.45, 3333.45),
  ...everywhere("Progress", "Half", "Half"),
  ...everywhere("Time", 66633, "18:30:33"),
  ...everywhere("Time", 29725, "8:15:25"),
  ...everywhere("Duration", 43200, "012:00:00"),
  ...everywhere("Duration", -5400, "-001:30:00"),
  ...everywhere("Yes/No", true, "Y"),
  ...everywhere("Yes/No", false, "N"),
  ...everywhere("Enum", "Open", "Open"),
  ...everywhere("EnumList", ["a", "b"], "a , b"),
  ...everywhere("EnumList", [], ""),
  ...everywhere("List", ["a", "b"], "a , b"),
  ...everywhere("Ref", "C1", "C1"),
  ...everywhere("Color", "Red", "Red"),
  ...everywhere("LatLong", "47.623098, -122.330184", "47.623098, -122.330184"),
  ...everywhere("XY", "50.00, 25.00", "50.00, 25.00"),
  ...everywhere("ChangeCounter", 3, 3),
  ...everywhere("ChangeLocation", "0.000000, 0.000000", "0.000000, 0.000000"),
  ...everywhere("MultiColumnKey", "k1: k2", "k1: k2"),
] as const)("%s in %s writes %j as %j", (type, locale, value, cell) => {
  const columnType = columnTypeNamed(type) ?? expect.fail();
  const writing = { locale, options: noOptions };
  expect(columnType.write(value, writing)).toEqual(cell);
  const writeOneOfMany = columnType.writerFor(writing);
  expect([writeOneOfMany(value), writeOneOfMany(value)]).toEqual([cell, cell]);
});

test("text has the Locale's decimal sign and no grouping, so that it reads back", () => {
  const write = (type: string, value: Value, locale: string) =>
    columnTypeNamed(type)?.writeText(value, { locale, options: noOptions });
  expect(write("Decimal", 1234.5, "en-US")).toBe("1234.5");
  expect(write("Decimal", 1.234, "de-DE")).toBe("1,234");
  expect(write("Number", 1234567, "fr-FR")).toBe("1234567");
});

test("over a base, Enum, EnumList and Ref write as the base does", () => {
  const over = (type: string, base: string) =>
    columnTypeNamed(type)?.over?.(columnTypeNamed(base) ?? expect.fail()) ?? expect.fail();
  const writing = { locale: "de-DE", options: { ...noOptions, separator: "; " } };
  expect(over("Ref", "Number").write(42, writing)).toBe(42);
  expect(over("Ref", "Number").storage).toBe("integer");
  expect(over("Ref", "Date").write(day, writing)).toBe("31.08.2017");
  expect(over("Ref", "Date").writerFor(writing)(day)).toBe("31.08.2017");
  expect(over("Enum", "Price").writerFor(writing)(0.1 + 0.2)).toBe(0.3);
  expect(over("Enum", "Yes/No").write(true, writing)).toBe("Y");
  expect(over("Enum", "Price").storage).toBe("real");
  expect(over("EnumList", "Decimal").write([1.5, 2], writing)).toBe("1,5; 2");
});
