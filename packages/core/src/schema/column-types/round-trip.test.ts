import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyText } from "../../../conformance/any-text.ts";
import { expectSame } from "../../../conformance/expect-same.ts";
import { FIRST_DAY, LAST_DAY, type Value, writeLatLong, writeXY } from "../../values/index.ts";
import { type ColumnType, columnTypeNamed, noOptions } from "../index.ts";

/** read(write(v)) = v for every type in every Locale, as JSON and as text. */
const LOCALES = [
  "en-US",
  "en-GB",
  "de-DE",
  "fr-FR",
  "pt-BR",
  "ja-JP",
  "zh-CN",
  "vi-VN",
  "sv-SE",
  "de-CH",
  "hi-IN",
];

const wellFormed = fc
  .string({ unit: "grapheme", minLength: 1 })
  .map((text) => text.normalize("NFC"))
  .filter((text) => !text.includes("\0"));
const item = wellFormed.map((text) => text.trim()).filter((text) => text !== "" && !text.includes(","));
const decimal = fc
  .tuple(fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 }), fc.integer({ min: 0, max: 12 }))
  .map(([units, scale]) => Number(`${units}e-${scale}`) + 0);
const date = fc.integer({ min: FIRST_DAY, max: LAST_DAY });
const dateTime = fc.integer({ min: FIRST_DAY * 86_400, max: (LAST_DAY + 1) * 86_400 - 1 });
const latLong = fc
  .tuple(fc.integer({ min: -90e6, max: 90e6 }), fc.integer({ min: -180e6, max: 180e6 }))
  .map(([lat, long]) => writeLatLong(lat / 1e6, long / 1e6));
const xy = fc
  .tuple(fc.integer({ min: 0, max: 10_000 }), fc.integer({ min: 0, max: 10_000 }))
  .map(([x, y]) => writeXY(x / 100, y / 100));

const VALUES: Readonly<Record<string, fc.Arbitrary<Value>>> = {
  ...Object.fromEntries(
    ["Text", "LongText", "Name", "Email", "Phone", "Url", "Address", "Image", "Thumbnail", "Drawing"]
      .concat(["Signature", "File", "Video", "App", "MultiColumnKey", "Enum", "Ref"])
      .map((name) => [name, wellFormed]),
  ),
  Number: fc.maxSafeInteger().map((number) => number + 0),
  Decimal: decimal,
  Percent: decimal,
  Price: decimal,
  Progress: fc.constantFrom("Empty", "Quarter", "Half", "Three Quarter", "Full"),
  Color: fc.constantFrom("Black", "White", "#00ff7F"),
  Date: date,
  Time: fc.integer({ min: 0, max: 86_399 }),
  DateTime: dateTime,
  Duration: fc.integer({ min: -1e12, max: 1e12 }).map((seconds) => seconds + 0),
  "Yes/No": fc.boolean(),
  LatLong: latLong,
  XY: xy,
  ChangeCounter: fc.nat(),
  ChangeTimestamp: dateTime,
  ChangeLocation: latLong,
  EnumList: fc.array(item, { minLength: 1 }),
  List: fc.array(item, { minLength: 1 }),
};

describe.each(Object.entries(VALUES))("%s", (name, values) => {
  const type = columnTypeNamed(name) ?? expect.fail();
  test.each(LOCALES)("reads back what it writes in %s", (locale) => {
    fc.assert(fc.property(values, (value) => readsBack(type, value, locale)));
  });
});

const BASES = ["Number", "Decimal", "Date", "Time", "DateTime", "Duration", "Yes/No", "LatLong"];

describe.each(BASES)("over %s", (base) => {
  const values = VALUES[base] ?? expect.fail();
  const over = (name: string) =>
    columnTypeNamed(name)?.over?.(columnTypeNamed(base) ?? expect.fail()) ?? expect.fail();
  test.each(LOCALES)("Enum, Ref and EnumList read back what they write in %s", (locale) => {
    fc.assert(fc.property(values, (value) => readsBack(over("Enum"), value, locale)));
    fc.assert(fc.property(values, (value) => readsBack(over("Ref"), value, locale)));
    fc.assert(
      fc.property(fc.array(values as fc.Arbitrary<Value>, { minLength: 1, maxLength: 5 }), (list) => {
        readsBack(over("EnumList"), list, locale);
        expect(over("EnumList").check(list, { locale, options: noOptions })).toEqual([]);
      }),
    );
  });
});

function readsBack(type: ColumnType, value: Value, locale: string): void {
  const reading = { locale, timeZone: "America/New_York", options: noOptions };
  expectSame(type.read(type.write(value, reading), reading), { value });
  expectSame(type.read(type.writeText(value, reading), reading), { value });
}

test("whatever is sent, a cell reads or tells why not", () => {
  const cells = fc.oneof(fc.jsonValue(), wellFormed, anyText(), decimal.map(String));
  for (const name of Object.keys(VALUES)) {
    const type = columnTypeNamed(name) ?? expect.fail();
    fc.assert(
      fc.property(cells, fc.constantFrom(...LOCALES), (cell, locale) => {
        const reading = { locale, timeZone: "UTC", options: noOptions };
        const read = type.read(cell as never, reading);
        if ("value" in read) type.check(read.value, reading);
        else expect(read.code).toMatch(/^(cell|limit)\//);
      }),
    );
  }
});
