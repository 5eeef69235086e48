import { describe, expect, test } from "vitest";
import { compile } from "../../index.ts";
import { type EvaluationContext, ExpressionError, type Scope } from "../../parts.ts";

/** What the shared cases and the examples leave open about numbers: blanks, bounds, types and Locales. */
const scope: Scope = {
  columns: {
    Blank: "Decimal",
    Price: "Price",
    Rate: "Percent",
    Count: "Number",
    Text: "Text",
    Done: "Yes/No",
    Due: "Date",
    Parent: { type: "Ref", table: "Numbered" },
  },
  tables: { Numbered: { key: "ID", columns: { ID: "Number" } } },
};
const row = {
  Price: 19.99,
  Rate: 0.15,
  Count: -7,
  Text: "1 234,5",
  Done: true,
  Due: "2026-03-14",
  Parent: -3,
};

function evaluate(source: string, context: EvaluationContext = {}): unknown {
  return compile(source, scope).evaluate({ row, ...context });
}

describe("the type of a result", () => {
  test.each([
    ["ABS([Count])", "Number"],
    ["ABS([Price])", "Price"],
    ["ABS([Rate])", "Percent"],
    ["ABS([Parent])", "Number"],
    ["ABS([_PARAM].[x])", "Decimal"],
    ["ROUND([Price])", "Number"],
    ["MOD([Count], 2)", "Number"],
    ["MOD([Parent], 2)", "Number"],
    ["MOD([Price], 2)", "Decimal"],
    ["POWER([Count], 2)", "Decimal"],
    ["DECIMAL([Count])", "Decimal"],
    ["NUMBER([Price])", "Number"],
  ])("%s is a %s", (source, type) => {
    expect(compile(source, scope).type).toBe(type);
  });
});

describe("a blank argument gives blank", () => {
  test.each([
    "ABS([Blank])",
    "CEILING([Blank])",
    "DECIMAL([Blank])",
    "EXP([Blank])",
    "FLOOR([Blank])",
    "LN([Blank])",
    "LOG([Blank])",
    "LOG(10, [Blank])",
    "LOG10([Blank])",
    "LOG2([Blank])",
    "MOD([Blank], 2)",
    "MOD(2, [Blank])",
    'NUMBER("")',
    "POWER([Blank], 0)",
    "POWER(0, [Blank])",
    "RANDBETWEEN([Blank], 1)",
    "RANDBETWEEN(1, [Blank])",
    "ROUND([Blank])",
    "SQRT([Blank])",
    "TRUNC([Blank])",
  ])("%s", (source) => {
    expect(evaluate(source)).toBe(null);
  });
});

describe("rounding follows the 15 digits that are shown", () => {
  test.each([
    ["FLOOR(0.6 / 0.2)", 3],
    ["TRUNC(0.6 / 0.2)", 3],
    ["CEILING(2.1 / 0.3)", 7],
    ["ROUND(0.45 / 0.1 - 2.0)", 3],
    ["ROUND(1.005 * 1000.0)", 1005],
    ["ROUND(-0.4)", 0],
    ["ROUND(0.499999999999999)", 0],
    ["NUMBER(-4.5)", -4],
    ["NUMBER(5.5)", 6],
    ["NUMBER(-0.5)", 0],
    ["FLOOR(9007199254740991)", 9007199254740991],
    ["MOD(1.1, 0.1)", 0],
    ["MOD(-1.25, 0.5)", -0.25],
    ["MOD(123456789012345, 0.001)", 0],
    ["MOD(9007199254740991, 10)", 1],
    ["INDEX(LIST(1, 2, 3), 0.6 / 0.2)", 3],
    ["ABS(-0.1) + 0.2 = 0.3", true],
    ["DECIMAL(1) / 3 * 3 = 1", true],
  ])("%s is %s", (source, answer) => {
    expect(evaluate(source)).toBe(answer);
  });

  test.each(["FLOOR", "CEILING", "ROUND", "TRUNC", "NUMBER"])(
    "%s refuses what is too large, at its place",
    (name) => {
      const source = `1 + ${name}(POWER(10, 16))`;
      expect(errorOf(source)).toEqual({ code: "run/overflow", start: 4, end: source.length });
      expect(evaluate(`${name}(POWER(2, 53) - 1.0)`)).toBe(9007199254740991);
    },
  );
});

describe("results that are no number are blank", () => {
  test.each([
    "LOG(5, 0)",
    "LOG(5, -2)",
    "LOG(1, 1)",
    "LOG(-5, 3)",
    "LN(-0.5)",
    "POWER(0, -1)",
    "POWER(10, 400)",
    "EXP(710)",
    "SQRT(-0.0001)",
    "MOD(0, 0)",
    "MOD(1.5, 0)",
  ])("%s", (source) => {
    expect(evaluate(source)).toBe(null);
  });
});

describe("values of other types as numbers", () => {
  test.each([
    ["NUMBER(TRUE)", 1],
    ["DECIMAL([Done])", 1],
    ["NUMBER([Due])", 0],
    ["DECIMAL(TIMENOW())", 0],
    ['DECIMAL("-$1,234.50")', -1234.5],
    ['DECIMAL("12.5 %")', 0.125],
    ['NUMBER("9007199254740991")', 9007199254740991],
    ['NUMBER("  42  ")', 42],
    ['NUMBER("1e5")', 0],
    ['NUMBER("4" & "2")', 42],
    ['NUMBER("👍")', 0],
    ["NUMBER([Text])", 0],
    ["NUMBER([Parent])", -3],
    ["NUMBER([_PARAM].[text]) + 1", 6],
    ["NUMBER([_PARAM].[number])", 7],
    ["NUMBER([_PARAM].[missing])", null],
  ])("%s is %s", (source, answer) => {
    const known = source.includes("TIMENOW") ? compile("TIMENOW()").ok : true;
    if (known) expect(evaluate(source, { parameters: { text: "5", number: 7.2 } })).toBe(answer);
  });

  test("a text is read in the caller's Locale, a quoted one in the expression's", () => {
    expect(evaluate("DECIMAL([Text])", { locale: "fr-FR" })).toBe(1234.5);
    expect(evaluate('DECIMAL("1.234")', { locale: "de-DE" })).toBe(1.234);
    expect(compile('DECIMAL("1.234,5")', { ...scope, locale: "de-DE" }).evaluate()).toBe(1234.5);
  });
});

describe("RANDBETWEEN", () => {
  test.each([
    ["RANDBETWEEN(1, 6)", 0, 1],
    ["RANDBETWEEN(1, 6)", 0.999999999999, 6],
    ["RANDBETWEEN(-3.5, -1.5)", 0.999999999999, -2],
    ["RANDBETWEEN(1.2, 1.8)", 0.5, null],
    ["RANDBETWEEN(0, 9007199254740991)", 1 - 2 ** -53, 9007199254740991],
  ])("%s at %s is %s", (source, chance, answer) => {
    expect(evaluate(source, { random: () => chance })).toBe(answer);
  });

  test("is drawn again for every use", () => {
    const drawn = [0.1, 0.6];
    expect(
      evaluate("LIST(RANDBETWEEN(0, 9), RANDBETWEEN(0, 9))", { random: () => drawn.shift() ?? 0 }),
    ).toEqual([1, 6]);
  });

  test("refuses bounds that are not kept exactly", () => {
    expect(errorOf("RANDBETWEEN(0, POWER(10, 20))").code).toBe("run/overflow");
  });
});

function errorOf(source: string): { code: string; start: number; end: number } {
  try {
    evaluate(source);
  } catch (thrown) {
    if (thrown instanceof ExpressionError) return { code: thrown.code, start: thrown.start, end: thrown.end };
  }
  throw new Error(`${source} was expected to fail`);
}

test.each([
  ['DECIMAL("" & [Price])', true],
  ["NUMBER(CONCATENATE([Count], [Rate]))", true],
  ["DECIMAL(LEFT([Price], 3))", true],
  ['DECIMAL(IF([Done], [Price] & "", "0"))', true],
  ['DECIMAL(SUBSTITUTE([Price] & "", ".", ","))', false],
  ['DECIMAL(TEXT([Price]) & "")', false],
  ['NUMBER("" & [Count])', false],
  ["DECIMAL(LEFT([Text], [Price]))", false],
  ["DECIMAL([Price])", false],
  ["DECIMAL([Text])", false],
])(
  "%s is warned of, because a decimal is written with a point and read by Locale: %s",
  (source, isWarned) => {
    const codes = compile(source, scope).diagnostics.map(({ code, severity }) => [code, severity]);
    expect(codes).toEqual(isWarned ? [["type/number-in-text", "warning"]] : []);
  },
);
