/**
 * What people write who know spreadsheets, SQL or JavaScript: `mistakes.jsonl` has a source, where its only error or warning
 * begins, the part it is about, its hint, and what one writes who follows the hint.
 */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { compile, type Scope } from "../src/expression/index.ts";

const scope: Scope = {
  table: "Orders",
  tables: {
    Orders: {
      key: "Order ID",
      columns: {
        ...{ "Order ID": "Text", Price: "Price", Total: "Decimal", Quantity: "Number", Status: "Text" },
        ...{ Due: "Date", End: "DateTime", At: "Time", Spent: "Duration", Done: "Yes/No" },
        ...{
          Tags: { type: "EnumList" },
          Customer: { type: "Ref", table: "Customers" },
          "Ship Country": "Text",
        },
      },
    },
    Customers: { key: "ID", columns: { ID: "Text", Name: "Text", City: "Text" } },
  },
};

type Mistake = readonly [source: string, start: number, part: string, hint: string, right: string];

const mistakes = readFileSync(new URL("mistakes.jsonl", import.meta.url), "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line) as Mistake);

test.each(mistakes)("%s", (source, start, part, hint, right) => {
  const found = compile(source, scope).diagnostics.map((one) => ({
    start: one.start,
    part: source.slice(one.start, one.end),
    hint: one.hint,
  }));
  expect(found).toEqual([{ start, part, hint }]);
  expect(compile(right, scope).diagnostics, right).toEqual([]);
});

test("what a replacement gives has no error at its place", () => {
  const repaired = mistakes.flatMap(([source]) => {
    const { replacement } = compile(source, scope).diagnostics[0] ?? {};
    if (replacement === undefined) return [];
    const { start, end, text } = replacement;
    const { diagnostics } = compile(source.slice(0, start) + text + source.slice(end), scope);
    return diagnostics.some((one) => one.start === start && one.code.startsWith("syntax/")) ? [source] : [];
  });
  expect(repaired).toEqual([]);
});
