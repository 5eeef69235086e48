import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readDecimal, readInteger, readPercent, readPrice } from "./read-number.ts";

test.each([
  ["1234.5", "en-US", 1234.5],
  ["1,234.5", "en-US", 1234.5],
  ["  -1,234,567.89 ", "en-US", -1_234_567.89],
  ["+.5", "en-US", 0.5],
  ["\u22125", "en-US", -5],
  ["-0", "en-US", 0],
  ["1.234", "de-DE", 1234],
  ["1.234,5", "de-DE", 1234.5],
  ["0,5", "de-DE", 0.5],
  ["1234.5", "de-DE", 1234.5],
  ["0.125", "de-DE", 0.125],
  ["1234.567", "de-DE", 1234.567],
  ["1.234.567", "vi-VN", 1_234_567],
  ["1\u202f234,5", "fr-FR", 1234.5],
  ["1\u00a0234,5", "fr-FR", 1234.5],
  ["1 234,5", "fr-FR", 1234.5],
  ["1.234", "fr-FR", 1.234],
  ["12,34,567.5", "hi-IN", 1_234_567.5],
  ["1\u2019234.5", "de-CH", 1234.5],
  ["1'234.5", "de-CH", 1234.5],
  ["123456789012345", "en-US", 123_456_789_012_345],
  ["0.100000000000000000000", "en-US", 0.1],
  ["1,23", "en-US", null],
  ["12,3456", "en-US", null],
  ["1234,567", "en-US", null],
  ["0,123", "en-US", null],
  [",123", "en-US", null],
  ["1,234,", "en-US", null],
  ["1.234.5", "de-DE", null],
  ["1,234,567", "hi-IN", null],
  ["1234567890123456", "en-US", 1234567890123456],
  ["9007199254740992", "en-US", null],
  ["12345678901234567", "en-US", null],
  ["123456789012345000", "en-US", 123456789012345000],
  ["0.1000000000000001", "en-US", 0.1],
  ["0.30000000000000004", "en-US", 0.3],
  ["1e3", "en-US", null],
  ["0x10", "en-US", null],
  ["5.", "en-US", null],
  ["- 5", "en-US", null],
  ["--5", "en-US", null],
  ["1.2.3", "en-US", null],
  ["Infinity", "en-US", null],
  ["NaN", "en-US", null],
  [".", "en-US", null],
  ["-", "en-US", null],
  ["", "en-US", null],
  [" ", "en-US", null],
  [`1${"0".repeat(350)}`, "en-US", null],
  [`0.${"0".repeat(320)}1`, "en-US", null],
  ["1,".repeat(1_000_000), "en-US", null],
])("readDecimal %j under %s is %d", (text, locale, expected) => {
  expect(readDecimal(text, locale)).toBe(expected);
});

test.each([
  ["42", "en-US", 42],
  ["1,234", "en-US", 1234],
  ["1.234", "de-DE", 1234],
  ["5.00", "en-US", 5],
  ["-0", "en-US", 0],
  ["9007199254740991", "en-US", 9_007_199_254_740_991],
  ["-9007199254740991", "en-US", -9_007_199_254_740_991],
  ["9007199254740992", "en-US", null],
  ["9007199254740993", "en-US", null],
  ["4.5", "en-US", null],
  ["5.0000000000000000000000001", "en-US", null],
  ["", "en-US", null],
])("readInteger %j under %s is %d", (text, locale, expected) => {
  expect(readInteger(text, locale)).toBe(expected);
});

test.each([
  ["25%", "en-US", 0.25],
  ["0.25", "en-US", 0.25],
  ["12,5\u00a0%", "de-DE", 0.125],
  ["0.7%", "en-US", 0.007],
  ["-100%", "en-US", -1],
  ["%", "en-US", null],
  ["25%%", "en-US", null],
])("readPercent %j under %s is %d", (text, locale, expected) => {
  expect(readPercent(text, locale)).toBe(expected);
});

test.each([
  ["$3,333.45", "en-US", undefined, 3333.45],
  ["-$5", "en-US", undefined, -5],
  ["$-5", "en-US", undefined, -5],
  ["5 €", "de-DE", undefined, 5],
  ["3.333,45 €", "de-DE", "€", 3333.45],
  ["R$ 5,50", "pt-BR", "R$", 5.5],
  ["-5 kr", "sv-SE", "kr", -5],
  ["5", "en-US", "$", 5],
  ["€5", "en-US", "$", null],
  ["-$-5", "en-US", undefined, null],
  ["$5$", "en-US", undefined, null],
  ["$", "en-US", undefined, null],
  ["- 5", "en-US", undefined, null],
  ["five", "en-US", undefined, null],
  ["$".repeat(1_000_000), "en-US", undefined, null],
])("readPrice %j under %s with %s is %d", (text, locale, currency, expected) => {
  expect(readPrice(text, locale, currency)).toBe(expected);
});

describe("hostile texts", () => {
  test("read as null or as a finite number", () => {
    const unit = fc.constantFrom(..."0123456789.,'-+%$€ \u202fe\u{1f6a2}");
    const locales = fc.constantFrom("en-US", "de-DE", "fr-FR", "hi-IN", "de-CH");
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 25 }), locales, (text, locale) => {
        for (const read of [readDecimal, readInteger, readPercent, readPrice]) {
          const value = read(text, locale);
          expect(value === null || (Number.isFinite(value) && !Object.is(value, -0))).toBe(true);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
