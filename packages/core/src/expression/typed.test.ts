import { expect, expectTypeOf, test } from "vitest";
import { type CompiledExpression, compile, type JsonValue } from "./index.ts";

const columns = { Price: "Price", Quantity: "Number", Name: "Text" } as const;

interface Line {
  Price: number;
  Quantity: number | null;
}

test("the result that a scope names is the type of the values", () => {
  const total = compile("[Price] * [Quantity]", { columns, result: "Decimal" });
  expectTypeOf(total.evaluate()).toEqualTypeOf<number | null>();
  expectTypeOf(total.map([])).toEqualTypeOf<(number | null)[]>();
  expectTypeOf(total).toExtend<CompiledExpression>();
  expect(total.evaluate({ row: { Price: 2.5, Quantity: 4 } })).toBe(10);
  const late = compile("[Quantity] > 3", { columns, result: "Yes/No" });
  expectTypeOf(late.bind()({})).toEqualTypeOf<boolean | null>();
  expectTypeOf(compile("1").evaluate()).toEqualTypeOf<JsonValue>();
});

test("rows may have a type", () => {
  const total = compile<Line, "Decimal">("[Price] * [Quantity]", { columns, result: "Decimal" });
  expectTypeOf(total.evaluate)
    .parameter(0)
    .exclude<undefined>()
    .toHaveProperty("row")
    .toEqualTypeOf<Line | undefined>();
  expect(total.map([{ Price: 2, Quantity: 3 }])).toEqual([6]);
  // @ts-expect-error a line has no such price
  expect(() => total.evaluate({ row: { Price: "cheap", Quantity: 1 } })).toThrow();
});

test("another type is converted as in a column, or an error", () => {
  expect(compile("[Quantity]", { columns, result: "Text" }).evaluate({ row: { Quantity: 3 } })).toBe("3");
  expect(compile("[Price] > 1", { columns, result: "Date" }).ok).toBe(false);
  expect(() => compile("1", { result: "Money" })).toThrow('"Money" is no type of a single value.');
});
