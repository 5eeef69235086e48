/** Numbers written in a format, held against the platform's. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { compile } from "../../index.ts";

const compiled = compile("TEXT([x], [format])", { columns: { x: "Decimal", format: "Text" } });

function write(x: number, format: string, locale = "en-US"): unknown {
  return compiled.evaluate({ row: { x, format }, locale });
}

test.each([
  [1234.5, "#,##0.00", "1,234.50"],
  [0.5, "#.##", ".5"],
  [0, "#", null],
  [5, "#.##", "5"],
  [7, "000", "007"],
  [1234567, "0", "1234567"],
  [7, "0,000", "0,007"],
  [-1234.5, "$#,##0.00", "-$1,234.50"],
  [0.155, "0.0%", "15.5%"],
  [0.155, '0.0"%"', "0.2%"],
  [12, '"No. 0" 000', "No. 0 012"],
  [3, '0 "pieces"', "3 pieces"],
  [1.005, "0.00", "1.01"],
  [-0.001, "0.00", "0.00"],
  [3, "", null],
])("%d as %s is %s", (x, format, expected) => {
  expect(write(x, format)).toBe(expected);
});

test("the digits are those of the platform, under every Locale", () => {
  const units = fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 });
  const locales = fc.constantFrom("en-US", "de-DE", "fr-FR", "pt-BR", "hi-IN", "en-GB", "ja-JP");
  const format = fc.record({
    least: fc.integer({ min: 1, max: 5 }),
    zeros: fc.integer({ min: 0, max: 4 }),
    more: fc.integer({ min: 0, max: 4 }),
    isGrouped: fc.boolean(),
  });
  const property = fc.property(
    units,
    fc.integer({ min: 0, max: 15 }),
    format,
    locales,
    (unit, scale, form, locale) => {
      const { least, zeros, more, isGrouped } = form;
      const x = Number(`${unit}e-${scale}`) + 0;
      const options = {
        minimumIntegerDigits: least,
        minimumFractionDigits: zeros,
        maximumFractionDigits: zeros + more,
        useGrouping: isGrouped,
        signDisplay: "negative",
      } as const;
      const fraction = zeros + more > 0 ? `.${"0".repeat(zeros)}${"#".repeat(more)}` : "";
      const pattern = (isGrouped ? "#," : "") + "0".repeat(least) + fraction;
      const exact = `${unit}e-${scale}` as Intl.StringNumericLiteral;
      const meant = new Intl.NumberFormat(locale, options).format(exact);
      expect(write(x, pattern, locale), `${x} as ${pattern}`).toBe(meant);
    },
  );
  fc.assert(property, { numRuns: 2_000 });
});

test("a long format is bounded before anything is built", () => {
  const format = "0".repeat(600_000);
  expect(() => write(1, format)).toThrow(expect.objectContaining({ code: "limit/text-length" }));
});
