import { describe, expect, test } from "vitest";
import { editorScope, withoutMark } from "../../../conformance/editor/editor-cases.ts";
import { hover, type Scope } from "../entrances/editor.ts";
import { defineFunction } from "../index.ts";

function hoverAt(marked: string, context?: Parameters<typeof hover>[3], scope: Scope = editorScope) {
  const { source, offset } = withoutMark(marked);
  return hover(source, offset, scope, context);
}

const row = { "Order ID": "O1", Price: 2.5, Quantity: 4, Status: "Open", Customer: "C1" };
const tables = { Customers: [{ ID: "C1", Name: "Ada" }] };

describe("the value in a row", () => {
  test.each<[string, unknown]>([
    ["[Pri|ce] * [Quantity]", 2.5],
    ["[Price] |* [Quantity]", 10],
    ["1 + ([Price] |- 1) * 2", 1.5],
    ["[Customer].[Na|me] & 1", "Ada"],
    ["LE|FT([Status], 2)", "Op"],
    ["([Pri|ce] + ", 2.5],
    ["[_THI|S]", 2.5],
    ["10|0", undefined],
    ['FILTER("Customers", [Na|me] = "Ada")', undefined],
    ["[Pric|] + 1", undefined],
  ])("%s", (marked, value) => {
    expect(hoverAt(marked, { row, tables })?.value).toEqual(value);
  });

  test("there is none without a context", () => {
    expect(hoverAt("[Pri|ce]")).not.toHaveProperty("value");
  });

  test("an error of evaluation is a sentence", () => {
    const { value, error } = hoverAt("9007199254740991 |+ [Quantity]", { row }) ?? {};
    expect(value).toBeUndefined();
    expect(error).toMatch(/beyond 9007199254740991/);
  });
});

test("a function has its documentation and examples", () => {
  const { title, text, start, end } = hoverAt("1 & le|ft([Status], 1)") ?? {};
  expect([title, start, end]).toEqual(["LEFT(text, count)", 4, 8]);
  expect(text).toMatch(/^The first characters of a text\..*`LEFT\("harbour", 3\)` is `"har"`/s);
});

test("a function of one's own has what it was defined with", () => {
  const twice = defineFunction({
    name: "TWICE",
    description: "A number twice.",
    parameters: [{ name: "number", type: "Number" }],
    result: "Number",
    evaluate: (number) => Number(number) * 2,
  });
  expect(hoverAt("TWI|CE(2)", undefined, { functions: [twice] })?.text).toBe("A number twice.");
});

test.each([
  ["[Order| ID]", "Part of the key."],
  ["COUNT(Cust|omers[ID])", "A table with ID, Name, Related Orders."],
  ["COUNT(Open Ord|ers[Price])", /^A slice of Orders, with Order ID,/],
])("%s is described", (marked, text) => {
  expect(hoverAt(marked)?.text).toEqual(typeof text === "string" ? text : expect.stringMatching(text));
});
