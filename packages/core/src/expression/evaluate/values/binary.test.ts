import { expect, test } from "vitest";
import { compile } from "../../index.ts";

/** 70 operands are more than stand in one closure within another. */
const chain = (operand: string, operator: string) => Array.from({ length: 70 }, () => operand).join(operator);
const scope = { columns: { T: "Text", N: "Number", L: "List of Text" } };
const row = { T: "abc", N: 2 ** 50, L: ["a", "b", "c"] };

test.each([
  ["[T]", "&", { textLength: 100 }, "limit/text-length", 34],
  ["[L]", "+", { listLength: 100 }, "limit/list-length", 34],
  ["[N]", "+", {}, "run/overflow", 8],
])(
  "a long chain of %s %s meets its limit at the operand that passes it",
  (operand, operator, limits, code, at) => {
    const { evaluate } = compile(chain(operand, operator), scope);
    const error = expect.objectContaining({ code, start: 0, end: at * 4 - 1 });
    expect(() => evaluate({ row, limits })).toThrow(error);
  },
);

test("taking items out of a list needs no room for those it does not have", () => {
  const compiled = compile('COUNT([L] - LIST("x"))', { columns: { L: "List of Text" } });
  const L = Array.from({ length: 10 }, (_, at) => String(at));
  expect(compiled.evaluate({ row: { L }, limits: { listLength: 10 } })).toBe(10);
});
