import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { writePlainNumber } from "./decimal.ts";
import { readDecimal } from "./read-number.ts";
import { writeGrouped } from "./write-grouped.ts";

test.each([
  [32_768.1024, "en-US", 2, "32,768.10"],
  [32_768.1024, "de-DE", 2, "32.768,10"],
  [4096, "de-DE", 0, "4.096"],
  [1_234_567.5, "fr-FR", 1, "1\u202f234\u202f567,5"],
  [1_234_567.5, "hi-IN", 2, "12,34,567.50"],
  [999, "en-US", 0, "999"],
  [1.005, "en-US", 2, "1.01"],
  [-1234.5, "en-US", 0, "-1,235"],
  [-0.001, "en-US", 2, "0.00"],
  [1e21, "en-US", 2, "1,000,000,000,000,000,000,000.00"],
])("%d under %s with %i decimals is %s", (x, locale, decimals, expected) => {
  expect(writeGrouped(x, locale, decimals)).toBe(expected);
});

describe("what is written reads back", () => {
  const locales = [
    "en-US",
    "en-GB",
    "de-DE",
    "fr-FR",
    "pt-BR",
    "es-ES",
    "ja-JP",
    "zh-CN",
    "vi-VN",
    "hi-IN",
    "sv-SE",
  ];
  const units = fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 });

  test("under every Locale", () => {
    fc.assert(
      fc.property(
        units,
        fc.integer({ min: 0, max: 15 }),
        fc.constantFrom(...locales),
        (unit, scale, locale) => {
          const x = Number(`${unit}e-${scale}`) + 0;
          expect(readDecimal(writeGrouped(x, locale, scale), locale)).toBe(x);
        },
      ),
    );
  });

  test("plain, where the decimals cannot be a group of the Locale", () => {
    fc.assert(
      fc.property(units, fc.constantFrom(...locales), (unit, locale) => {
        expect(readDecimal(writePlainNumber(unit / 100), locale)).toBe(unit / 100 + 0);
      }),
    );
  });
});
