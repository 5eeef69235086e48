import { describe, expect, test } from "vitest";
import {
  type CompiledExpression,
  compile,
  defineFunction,
  type EvaluationContext,
  ExpressionError,
} from "../src/expression/index.ts";
import { outcome } from "./expect-same.ts";

describe("hostile contexts", () => {
  const columns = { N: "Number", Name: "Text", constructor: "Text", Tags: "List of Text" };
  const ways = (compiled: CompiledExpression, row: unknown, context: EvaluationContext = {}) => [
    outcome(() => compiled.evaluate({ ...context, row: row as never })),
    outcome(() => compiled.bind(context)(row as object)),
    outcome(() => compiled.map([row as object], context)[0]),
  ];

  test("what the expression does not read may have any form", () => {
    const compiled = compile("[N] + 1", { columns });
    const context = {
      now: "never",
      timezone: "Mars/Olympus",
      location: "?",
      user: null,
      settings: { a: {} },
    };
    const row = { N: 1, Name: { not: "a text" }, Tags: 5 };
    for (const answer of ways(compiled, row, context as never)) expect(answer).toEqual({ value: 2 });
  });

  test.each([
    ["NOW()", { now: "never" }],
    ["NOW()", { now: {} }],
    ["UTCNOW()", { timezone: "Mars/Olympus" }],
    ["UTCNOW()", { timezone: 5 }],
    ["HERE()", { location: "?" }],
    ["[_PARAM].[a] & 1", { parameters: { a: {} } }],
  ])("%s in the context %j", (source, context) => {
    for (const answer of ways(compile(source, { columns }), {}, context as never))
      expect(answer).toEqual({ error: "run/unreadable-input" });
  });

  const cyclic: { self?: unknown } = {};
  cyclic.self = cyclic;

  test.each([
    ["5"],
    [{}],
    [[]],
    [cyclic],
    [10n],
    [Number.NaN],
    [Number.POSITIVE_INFINITY],
    [Symbol("n")],
    [() => 1],
  ])("a number that is %s", (cell) => {
    for (const answer of ways(compile("[N] + 1", { columns }), { N: cell }))
      expect(answer).toEqual({ error: "run/unreadable-input" });
  });

  test("rows that are no objects", () => {
    const compiled = compile("ISBLANK([N])", { columns });
    for (const row of [5, "text", true, []]) {
      for (const answer of ways(compiled, row)) expect(answer).toEqual({ error: "run/unreadable-input" });
    }
    for (const row of [null, undefined, {}, Object.create(null)]) {
      for (const answer of ways(compiled, row)) expect(answer).toEqual({ value: true });
    }
  });

  test("what a row inherits is none of its cells", () => {
    const compiled = compile("[N]", { columns });
    for (const answer of ways(compiled, Object.create({ N: 1 }))) expect(answer).toEqual({ value: null });
    const own = Object.assign(Object.create({ N: 1 }), { N: 2 });
    for (const answer of ways(compiled, own)) expect(answer).toEqual({ value: 2 });
    class Item {
      N = 3;
    }
    for (const answer of ways(compiled, new Item())) expect(answer).toEqual({ value: 3 });
    for (const answer of ways(compile("[constructor]", { columns }), {}))
      expect(answer).toEqual({ value: null });
    const named = JSON.parse('{"constructor": "x"}');
    for (const answer of ways(compile("[constructor]", { columns }), named))
      expect(answer).toEqual({ value: "x" });
  });

  test("a function of the caller's own may evaluate what it is called by", () => {
    const depths: unknown[] = [];
    const again = defineFunction({
      name: "AGAIN",
      description: "One less, evaluated again.",
      parameters: [{ name: "number", type: "Number" }],
      result: "Number",
      evaluate: (number) => {
        depths.push(number);
        return number === 0 ? 0 : bound({ N: Number(number) - 1 });
      },
    });
    const compiled: CompiledExpression = compile("AGAIN([N]) + [N]", { columns, functions: [again] });
    const bound = compiled.bind();
    expect(bound({ N: 3 })).toBe(6);
    expect(depths).toEqual([3, 2, 1, 0]);
    expect(compiled.evaluate({ row: { N: 2 } })).toBe(3);
  });

  test("an expression that is not ok", () => {
    const compiled = compile("[N] +", { columns });
    for (const way of [
      () => compiled.evaluate(),
      () => compiled.bind(),
      () => compiled.map([]),
      () => compiled.filter([]),
    ])
      expect(way).toThrow(ExpressionError);
  });

  test("filter by what is no condition", () => {
    expect(() => compile("[N] + 1", { columns }).filter([{ N: 1 }])).toThrow(ExpressionError);
  });
});
