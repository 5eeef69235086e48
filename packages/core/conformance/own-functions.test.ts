/** Functions of the program around, and functions whose body is an expression. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compile, defineFunction, ExpressionError } from "../src/expression/index.ts";
import type { EvaluationContext, Scope } from "../src/expression/parts.ts";
import type { JsonValue } from "../src/values/index.ts";
import { compileByReference } from "./evaluate-by-reference.ts";

const net = defineFunction({
  name: "Net",
  description: "A price without its tax.",
  parameters: [
    { name: "price", type: "Price" },
    { name: "rate", type: "Percent" },
  ],
  result: "Price",
  formula: "[price] / (1 + [rate])",
});
const total = defineFunction({
  name: "TOTAL",
  parameters: [
    { name: "lines", type: "List of Line" },
    { name: "least", type: "Number" },
  ],
  result: "Decimal",
  formula: "SUM(MAP(FILTER([lines], [quantity] >= [_THISROW].[least]), [price] * [quantity]))",
});
const twice = defineFunction({
  name: "TWICE",
  parameters: [{ name: "x", type: "Decimal" }],
  result: "Decimal",
  formula: "LET(x, [x], x + x)",
});
const four = defineFunction({
  name: "FOUR",
  parameters: [{ name: "x", type: "Decimal" }],
  result: "Decimal",
  formula: "TWICE([x]) + TWICE([x])",
});
const rank = defineFunction({
  name: "RANK_OF",
  parameters: [{ name: "freight", type: "Price" }],
  result: "Number",
  formula: "COUNT(FILTER(Orders, [Freight] > [_THISROW].[freight])) + 1",
});

const scope: Scope = {
  types: { Line: { price: "Price", quantity: "Number" } },
  columns: { lines: "List of Line", n: "Number", d: "Decimal", day: "Date" },
  tables: { Orders: { key: "ID", columns: { ID: "Text", Freight: "Price" } } },
  functions: [net, total, four, twice, rank],
};
const context = {
  row: {
    lines: [
      { price: 2.5, quantity: 2 },
      { price: 10, quantity: 1 },
    ],
    n: 2,
    d: 0.1,
    day: "2026-05-06",
  },
  tables: {
    Orders: [
      { ID: "a", Freight: 5 },
      { ID: "b", Freight: 7 },
      { ID: "c", Freight: 9 },
    ],
  },
};

test.each<[string, JsonValue]>([
  ["NET(12.4, 0.24)", 10],
  ["net([d] * 10, 0)", 1],
  ['NET("", 0.24)', 0],
  ["TOTAL([lines], 1)", 15],
  ["TOTAL([lines], [n])", 5],
  ["FOUR([d])", 0.4],
  ["FOUR(FOUR([d]) + TWICE([n]))", 17.6],
  ["MAP([lines], TWICE([price]))", [5, 20]],
  ["SUM(MAP([lines], TOTAL([_THISROW].[lines], [quantity])))", 20],
  ["LET(x, 3, TWICE(x) + x)", 9],
  ["RANK_OF(6)", 3],
  ["SELECT(Orders[ID], RANK_OF([Freight]) <= 2)", ["b", "c"]],
  ["MAP(Orders, LET(x, [Freight], COUNT(FILTER(Orders, RANK_OF([Freight]) < RANK_OF(x)))))", [2, 1, 0]],
])("%s", (source, answer) => {
  const compiled = compile(source, scope);
  expect(compiled.diagnostics).toEqual([]);
  expect(compiled.evaluate(context)).toEqual(answer);
  expect(compileByReference(source, scope)(context)).toEqual(answer);
});

test("bodies that call others many times stay within bounds", () => {
  const doubling = Array.from({ length: 24 }, (_, at) =>
    defineFunction({
      name: `F${at}`,
      parameters: [{ name: "x", type: "Decimal" }],
      result: "Decimal",
      formula: at === 0 ? "[x] + 1" : `F${at - 1}([x]) + 0 * F${at - 1}([x] + 1)`,
    }),
  );
  const compiled = compile("F23([n])", { columns: { n: "Number" }, functions: doubling });
  expect(() => compiled.evaluate({ row: { n: 1 }, limits: { fuel: 100_000 } })).toThrow(ExpressionError);
  expect(compile("F9(1)", { functions: doubling.slice(0, 10) }).evaluate()).toBe(2);
});

test.each<[string, string]>([
  ["NET(1)", "call/too-few-arguments"],
  ["NET(1, 2, 3)", "call/too-many-arguments"],
  ["NET([day], 1)", "type/argument"],
  ["NETT(1, 2)", "name/unknown-function"],
])("%s is refused", (source, code) => {
  expect(compile(source, scope).diagnostics.map((one) => one.code)).toEqual([code]);
});

test("a misspelt function is asked about", () => {
  expect(compile("TOTEL([lines], 1)", scope).diagnostics[0]?.hint).toBe('Did you mean "TOTAL"?');
});

test.each([false, true])("a long chain is refused, callers first: %s", (isReversed) => {
  const chain = Array.from({ length: 1_600 }, (_, at) =>
    defineFunction({ name: `F${at}`, result: "Number", formula: at === 0 ? "1" : `F${at - 1}()` }),
  );
  const functions = isReversed ? chain.reverse() : chain;
  expect(() => compile("1", { functions })).toThrow("more than 128 in a row");
});

const plain = { parameters: [], result: "Number" } as const;

test.each<[string, Parameters<typeof defineFunction>[0][], string]>([
  ["of the language", [{ ...plain, name: "left", formula: "1" }], "There is a function LEFT already."],
  [
    "twice",
    [
      { ...plain, name: "A", formula: "1" },
      { ...plain, name: "a", formula: "2" },
    ],
    "There is a function A already.",
  ],
  ["no name", [{ ...plain, name: "a b", formula: "1" }], '"a b" cannot be the name of a function.'],
  ["without a body", [{ ...plain, name: "A" }], 'The function A needs one of "formula" and "evaluate".'],
  [
    "with two",
    [{ ...plain, name: "A", formula: "1", evaluate: () => 1 }],
    'The function A needs one of "formula" and "evaluate".',
  ],
  [
    "an error",
    [{ ...plain, name: "A", formula: "[x]" }],
    'The formula of A: There is no parameter "x" here.',
  ],
  [
    "another type",
    [{ ...plain, name: "A", formula: "TODAY()" }],
    "The formula of A: The expression gives Date, and Number is expected here.",
  ],
  ["itself", [{ ...plain, name: "A", formula: "A()" }], "The function A calls itself."],
  [
    "a circle",
    [
      { ...plain, name: "A", formula: "B()" },
      { ...plain, name: "B", formula: "A()" },
    ],
    "The function A calls itself.",
  ],
  [
    "no type",
    [{ ...plain, name: "A", formula: "1", result: "Numbr" }],
    '"Numbr" is not a column type. Did you mean "Number"?',
  ],
])("a declaration that has %s is a TypeError", (_, functions, message) => {
  expect(() => compile("1", { functions })).toThrow(new TypeError(message));
});

describe("a function of the program around", () => {
  const given: unknown[][] = [];
  const noting = defineFunction({
    name: "NOTED",
    parameters: [
      { name: "day", type: "Date" },
      { name: "lines", type: "List of Line" },
      { name: "is", type: "Yes/No" },
    ],
    result: "DateTime",
    evaluate: (day, lines, is) => {
      given.push([day, lines, is]);
      return new Date("2026-01-02T03:04:05Z");
    },
  });

  test("is given JSON values, and what it gives is read as of its type", () => {
    const compiled = compile("NOTED([day], [lines], TRUE)", { ...scope, functions: [noting] });
    expect(compiled.evaluate({ ...context, timezone: "Europe/Berlin" })).toBe("2026-01-02T04:04:05");
    expect(given).toEqual([["2026-05-06", context.row.lines, true]]);
  });

  const hostile: [string, () => unknown, string][] = [
    [
      "an Error",
      () => {
        throw new Error("secret");
      },
      "threw an error",
    ],
    [
      "nothing at all",
      () => {
        throw undefined;
      },
      "threw an error",
    ],
    ["a Promise", () => Promise.reject(new Error("later")), "gave a Promise, and is declared to give Number"],
    ["no answer", () => undefined, "gave no answer, and is declared to give Number"],
    ["NaN", () => Number.NaN, "gave the number NaN, and is declared to give Number"],
    ["a fraction", () => 1.5, "gave the number 1.5, and is declared to give Number"],
    ["a text", () => "1", "gave a string, and is declared to give Number"],
    ["a list", () => [1], "gave a list, and is declared to give Number"],
    ["a bigint", () => 1n, "gave a bigint, and is declared to give Number"],
  ];

  test.each(hostile)("that gives %s is a located error", (_, evaluate, problem) => {
    const compiled = compile("1 + BAD() * 2", {
      functions: [defineFunction({ ...plain, name: "BAD", evaluate })],
    });
    const thrown = (() => {
      try {
        return compiled.evaluate();
      } catch (error) {
        return error;
      }
    })();
    expect(thrown).toBeInstanceOf(ExpressionError);
    expect(thrown).toMatchObject({
      code: "run/host-function",
      start: 4,
      end: 9,
      message: `The function BAD ${problem}.`,
    });
  });

  test.each<[string, string, unknown, string]>([
    ["a map", "Json", { a: new Map() }, "gave an object, and is declared to give Json"],
    ["undefined in a list", "Json", [undefined], "gave a list, and is declared to give Json"],
    ["a function", "Text", () => "password", "gave a function, and is declared to give Text"],
    ["a symbol", "Text", Symbol("x"), "gave a symbol, and is declared to give Text"],
    ["NaN", "Text", Number.NaN, "gave the number NaN, and is declared to give Text"],
    ["a bigint", "Text", 5n, "gave a bigint, and is declared to give Text"],
    ["true", "Text", true, "gave a boolean, and is declared to give Text"],
    ["a number", "Text", 5, "gave the number 5, and is declared to give Text"],
    ["a number", "Email", 5, "gave the number 5, and is declared to give Email"],
    ["a number in a list", "List of Text", ["a", 5], "gave a list, and is declared to give List of Text"],
    ["a function in an object", "Line", { price: () => 1 }, "gave an object, and is declared to give Line"],
    ["a number", "Ref of Orders", 5, "gave the number 5, and is declared to give Ref of Orders"],
    ["a date of a Locale", "Date", "3/4/2026", "gave a string, and is declared to give Date"],
    ["a date of a Locale", "DateTime", "3/4/2026 10:00", "gave a string, and is declared to give DateTime"],
  ])("that gives %s as %s is an error, too", (_, result, answer, problem) => {
    const bad = defineFunction({ name: "BAD", result, evaluate: () => answer });
    expect(() => compile("BAD()", { ...scope, functions: [bad] }).evaluate()).toThrow(
      `The function BAD ${problem}.`,
    );
  });

  test.each([
    ["Text", "", null],
    ["Text", "x", "x"],
    ["Date", "2026-03-04", "2026-03-04"],
    ["DateTime", "2026-03-04T10:00:00", "2026-03-04T10:00:00"],
    ["DateTime", "2026-03-04T10:00:00Z", "2026-03-04T11:00:00"],
    ["List of Text", null, []],
  ])("gives %s in its JSON form: %j", (result, answer, value) => {
    const good = defineFunction({ name: "GOOD", result, evaluate: () => answer });
    const compiled = compile("GOOD()", { ...scope, functions: [good] });
    expect(compiled.evaluate({ ...context, timezone: "Europe/Berlin" })).toEqual(value);
  });

  test("keeps what was thrown as the cause", () => {
    const cause = new Error("secret");
    const bad = defineFunction({
      ...plain,
      name: "BAD",
      evaluate: () => {
        throw cause;
      },
    });
    expect(() => compile("BAD()", { functions: [bad] }).evaluate()).toThrow(
      expect.objectContaining({ cause }),
    );
  });

  test("that gives more than an evaluation may hold meets its limit", () => {
    const long = defineFunction({
      name: "LONG_TEXT",
      result: "Text",
      evaluate: () => "x".repeat(10_000_000),
    });
    expect(() => compile("LEN(LONG_TEXT())", { functions: [long] }).evaluate()).toThrow(/limit|characters/i);
  });

  test("is called for each row, and not where its value is not needed", () => {
    let calls = 0;
    const counting = defineFunction({ ...plain, name: "COUNTED", evaluate: () => ++calls });
    const compiled = compile("IF([n] > 1, COUNTED(), 0)", {
      columns: { n: "Number" },
      functions: [counting],
    });
    expect(compiled.map([{ n: 1 }, { n: 2 }, { n: 3 }])).toEqual([0, 1, 2]);
  });

  test("is random in what it does, and never a raw error", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.anything({ withBigInt: true, withDate: true, withNullPrototype: true }),
          fc.constant(null),
        ),
        fc.constantFrom("Text", "Number", "Date", "List of Text", "Line", "List of Line"),
        (answer, result) => {
          const any = defineFunction({ name: "ANYTHING", result, evaluate: () => answer });
          const compiled = compile("ANYTHING()", { ...scope, functions: [any] });
          try {
            expect(compiled.evaluate()).not.toBeUndefined();
          } catch (thrown) {
            expect(thrown).toBeInstanceOf(ExpressionError);
          }
        },
      ),
      { numRuns: Number(process.env.TABLEWRIGHT_HOSTILE ?? 500) },
    );
  });
});

test("contexts are told apart", () => {
  const bound = compile("TWICE([d])", scope).bind({} as EvaluationContext);
  expect([bound({ d: 1 }), bound({ d: 2 })]).toEqual([2, 4]);
});
