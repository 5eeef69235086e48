import { describe, expect, test } from "vitest";
import { compile } from "../../index.ts";
import type { Scope } from "../../parts.ts";

describe("TEXT of a column shows it as the column does", () => {
  const shown: Scope["columns"] = {
    Cost: { type: "Price", currency: "$", decimalDigits: 2 },
    Yen: { type: "Price", currency: "¥", decimalDigits: 0 },
    Fee: { type: "Price", currency: "EUR" },
    Rate: { type: "Percent", decimalDigits: 0 },
    Fine: { type: "Percent", decimalDigits: 3 },
    Size: { type: "Decimal", decimalDigits: 1 },
    Plain: "Price",
    Costs: { type: "List of Price", currency: "$" },
  };
  const values = {
    Cost: 0.41,
    Yen: 1234.5,
    Fee: -5,
    Rate: 0.41,
    Fine: 0.12345,
    Size: 2.25,
    Plain: 3,
    Costs: [1],
  };

  test.each([
    ["TEXT([Cost])", "$0.41"],
    ["TEXT([Rate])", "41%"],
    ["TEXT([Fine])", "12.345%"],
    ["TEXT([Yen])", "¥1,235"],
    ["TEXT([Fee])", "-EUR 5.00"],
    ["TEXT(-[Cost])", "-$0.41"],
    ["TEXT([Size])", "2.3"],
    ["TEXT([Plain])", "3.00"],
    ["TEXT(LIST([Cost], [Cost]))", "$0.41 , $0.41"],
    ["TEXT(LIST([Cost], [Yen]))", "0.41 , 1,234.50"],
    ["TEXT(LIST([Cost]) + LIST([Yen]))", "0.41 , 1,234.50"],
    ["TEXT(IF(TRUE, [Cost], [Yen]))", "0.41"],
    ["TEXT(IF(TRUE, [Cost], [Cost]))", "$0.41"],
    ["TEXT([Cost] * 2)", "0.82"],
    ['[Cost] & ""', "0.41"],
    ["[Cost] = [Yen]", false],
  ])("%s is %s", (source, expected) => {
    const compiled = compile(source, { columns: shown });
    expect(compiled.diagnostics).toEqual([]);
    expect(compiled.evaluate({ row: values })).toBe(expected);
  });

  test.each([
    ["de-DE", "0,41\u00a0$", "-5,00\u00a0EUR", "41\u00a0%"],
    ["fr-FR", "0,41\u00a0$", "-5,00\u00a0EUR", "41\u00a0%"],
    ["tr-TR", "$0,41", "-EUR 5,00", "%41"],
    ["ja-JP", "$0.41", "-EUR 5.00", "41%"],
  ])("where %s writes currency and percent", (locale, cost, fee, rate) => {
    const texts = ["Cost", "Fee", "Rate"].map((name) =>
      compile(`TEXT([${name}])`, { columns: shown, locale }).evaluate({ row: values, locale }),
    );
    expect(texts).toEqual([cost, fee, rate]);
    expect(
      compile(`DECIMAL(TEXT([Rate]))`, { columns: shown, locale }).evaluate({ row: values, locale }),
    ).toBe(0.41);
  });
});
