import { describe, expect, test } from "vitest";
import { compile } from "../../index.ts";
import { type EvaluationContext, ExpressionError, type Scope } from "../../parts.ts";

/** What the shared cases and the examples leave open about lists: blanks, types, positions and cost. */
const scope: Scope = {
  columns: {
    Amounts: { type: "List", itemType: "Price" },
    Lengths: { type: "List", itemType: "Duration" },
    Days: { type: "List", itemType: "Date" },
    Starts: { type: "List", itemType: "Time" },
    Words: { type: "EnumList", itemType: "Text" },
    Parents: { type: "List", itemType: "Ref", table: "Numbered" },
  },
  tables: {
    Numbered: { key: "ID", columns: { ID: "Number", Tags: { type: "EnumList", itemType: "Text" } } },
  },
};
const row = {
  Amounts: [null, 0.1, 0.2, null],
  Lengths: ["001:00:00", null, "000:00:01"],
  Days: [null, "2026-03-14", "2025-12-31"],
  Starts: [],
  Words: ["b", null, "A", "a", "B", null],
  Parents: [20, 3, 100],
};

function evaluate(source: string, context: EvaluationContext = {}): unknown {
  return compile(source, scope).evaluate({ row, ...context });
}

describe("the type of a result", () => {
  test.each([
    ["MAX([Amounts])", "Price"],
    ["MAX([Parents])", "Number"],
    ["MIN([Days])", "Date"],
    ["AVERAGE([Amounts])", "Decimal"],
    ["AVERAGE([Lengths])", "Duration"],
    ["STDEVP([Parents])", "Decimal"],
    ["ANY([Parents])", "Ref of Numbered"],
    ["SORT([Days])", "List of Date"],
    ["INTERSECT([Words], [Words])", "List of Text"],
    ["INTERSECT(LIST(TODAY()), LIST(NOW()))", "List of DateTime"],
  ])("%s is a %s", (source, type) => {
    expect(compile(source, scope).type).toBe(type);
  });
});

describe("blank items", () => {
  test.each([
    ["MIN([Amounts])", 0.1],
    ["MAX([Amounts])", 0.2],
    ["AVERAGE([Amounts])", 0.15],
    ["STDEVP([Amounts])", 0.05],
    ["SUM([Amounts])", 0.3],
    ["MIN([Days])", "2025-12-31"],
    ["AVERAGE([Lengths])", "000:30:01"],
    ["MAX([Starts])", null],
    ["MAX(SELECT(Numbered[ID], FALSE))", 0],
    ["ANY([Days])", null],
    ["SORT([Days])", [null, "2025-12-31", "2026-03-14"]],
    ["SORT([Days], TRUE)", ["2026-03-14", "2025-12-31", null]],
    ["SORT([Words])", [null, null, "A", "a", "b", "B"]],
    ["SORT([Words], TRUE)", ["b", "B", "A", "a", null, null]],
    ['SORT([Words], "")', [null, null, "A", "a", "b", "B"]],
    ["UNIQUE([Words])", ["b", null, "A"]],
    ['INTERSECT([Words], LIST("", "a"))', [null, "A"]],
    ["SORT([Parents])", [3, 20, 100]],
  ])("%s is %j", (source, answer) => {
    expect(evaluate(source)).toEqual(answer);
  });
});

describe("items of related types", () => {
  test.each([
    ["INTERSECT(LIST(1, 2), LIST(1.5, 2.0))", [2]],
    ["LIST(1, 2) - LIST(1.5)", [1, 2]],
    ['LIST(1, 2) - LIST("1.5", "2")', [1]],
    ['INTERSECT([Days], LIST("2026-03-14"))', ["2026-03-14"]],
    ['INTERSECT(LIST("2026-03-14"), [Days])', ["2026-03-14"]],
    ["INTERSECT(LIST(), [Days])", []],
    ["INTERSECT([Parents], LIST(100, 3))", [3, 100]],
    ['MAX(LIST("2026-01-01", "2026-02-01"))', "2026-02-01"],
    ["MAX(LIST([_PARAM].[a], [_PARAM].[b]))", 10],
    ["UNIQUE(LIST(0.1 + 0.2, 0.3))", [0.3]],
    ['UNIQUE(LIST("ΣΑΣ", "σας", "É", "é"))', ["ΣΑΣ", "É"]],
    ['SORT(LIST("😀", "ﬀ", "ß", "z"))', ["z", "ß", "ﬀ", "😀"]],
  ])("%s is %j", (source, answer) => {
    expect(evaluate(source, { parameters: { a: "9", b: 10 } })).toEqual(answer);
  });

  test.each([
    ['INTERSECT(LIST(1), LIST("a"))', "List of Number cannot be compared with List of Text."],
    ["INTERSECT([Days], [Words])", "List of Date cannot be compared with List of Text."],
    [
      "MAX([Words])",
      'MAX wants a list of numbers, dates or times for its argument "list", not List of Text.',
    ],
    ["STDEVP([Lengths])", 'STDEVP wants a list of numbers for its argument "list", not List of Duration.'],
  ])("%s is refused", (source, message) => {
    expect(compile(source, scope).diagnostics.map((one) => one.message)).toEqual([message]);
  });
});

describe("positions", () => {
  test.each([
    ["INDEX([Parents], 1)", 20],
    ["INDEX([Parents], 3.9)", 100],
    ["INDEX([Parents], 4)", null],
    ["INDEX([Parents], -1)", null],
    ['INDEX([Parents], "")', null],
    ["INDEX([Parents], POWER(10, 300))", null],
    ["COUNT(INDEX(Numbered[Tags], 1))", 0],
    ["COUNT(ANY(Numbered[Tags]))", 0],
  ])("%s is %s", (source, answer) => {
    expect(evaluate(source)).toBe(answer);
  });
});

test("the spread of equal numbers is exactly nothing", () => {
  expect(evaluate("STDEVP(LIST(0.1, 0.1, 0.1)) = 0")).toBe(true);
  expect(evaluate("STDEVP(LIST(1000000000.1, 1000000000.3))")).toBeCloseTo(0.1, 6);
});

describe("limits", () => {
  test("a sum of whole numbers beyond what is kept exactly fails at its place", () => {
    expect(errorOf("1 + SUM(LIST(9007199254740991, 1))")).toEqual({
      code: "run/overflow",
      start: 4,
      end: 34,
    });
    expect(evaluate("SUM(LIST(9007199254740990, 1))")).toBe(9007199254740991);
    expect(evaluate("AVERAGE(LIST(9007199254740991, 9007199254740991))")).toBe(9007199254740991);
  });

  test("sorting spends the budget", () => {
    const words = Array.from({ length: 50_000 }, (_, index) => String((index * 7919) % 50_000));
    expect(errorOf("COUNT(SORT([Words]))", { row: { Words: words }, limits: { fuel: 500_000 } }).code).toBe(
      "limit/fuel",
    );
    expect(evaluate("COUNT(SORT([Words]))", { row: { Words: words } })).toBe(50_000);
  });
});

function errorOf(source: string, context?: EvaluationContext): { code: string; start: number; end: number } {
  try {
    evaluate(source, context);
  } catch (thrown) {
    if (thrown instanceof ExpressionError) return { code: thrown.code, start: thrown.start, end: thrown.end };
  }
  throw new Error(`${source} was expected to fail`);
}

describe("a condition about the rows of the list is an error that writes the SELECT", () => {
  const line = { type: "Object", fields: { sku: "Text", price: "Price", quantity: "Number" } } as const;
  const scope = {
    columns: { lines: { type: "List", of: line }, tags: "List of Text", limit: "Price" },
    tables: { Orders: { key: ["ID"], columns: { ID: "Text", Status: "Text", Total: "Price" } } },
  } as const;

  test.each([
    ["COUNTIF([lines], [price] > 5)", "COUNT(FILTER([lines], [price] > 5))"],
    [
      "COUNTIF([lines][sku], AND([price] > 5, [quantity] > 1))",
      "COUNT(SELECT([lines][sku], AND([price] > 5, [quantity] > 1)))",
    ],
    ["SUMIF([lines], [price] > 5, [quantity])", "SUM(SELECT([lines][quantity], [price] > 5))"],
    ["SUMIF([lines][price], [quantity] > 5)", "SUM(SELECT([lines][price], [quantity] > 5))"],
    [
      "AVERAGEIF([lines][sku], [quantity] > 5, [lines][price])",
      "AVERAGE(SELECT([lines][price], [quantity] > 5))",
    ],
    ['COUNTIF([tags], [_ITEM] = "x")', 'COUNT(FILTER([tags], [_ITEM] = "x"))'],
    ['COUNTIF(Orders, [Status] = "Open")', 'COUNT(FILTER("Orders", [Status] = "Open"))'],
    ["COUNTIF(Orders[Status], [Total] > 5)", "COUNT(SELECT(Orders[Status], [Total] > 5))"],
    ['SUMIF("Orders", [Status] = "Open", [Total])', 'SUM(SELECT(Orders[Total], [Status] = "Open"))'],
  ])("%s", (source, instead) => {
    const [first, ...others] = compile(source, scope).diagnostics;
    expect([first?.code, first?.replacement?.text, others]).toEqual(["call/list-condition", instead, []]);
    expect(compile(instead, scope).diagnostics).toEqual([]);
  });

  test("a condition that reads the row around is none", () => {
    expect(compile("COUNTIF([lines][price], [limit])", scope).ok).toBe(true);
    expect(compile("COUNTIF([lines][price], [limt])", scope).diagnostics[0]?.code).toBe(
      "name/unknown-column",
    );
  });
});
