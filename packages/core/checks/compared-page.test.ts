import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { compile } from "../src/expression/index.ts";
import { functions } from "../src/expression/regex/index.ts";
import { rootPath } from "./source-files.ts";

const page = readFileSync(resolve(rootPath, "docs/compared.md"), "utf8");
const row = JSON.parse(/```json\n([\s\S]*?)```/.exec(page)?.[1] ?? "");
const Line = { sku: "Text", price: "Price", quantity: "Number" } as const;
const columns = {
  ...{
    status: "Text",
    code: "Text",
    total: "Number",
    due: "Date",
    lines: "List of Line",
    one: "List of Line",
  },
  customer: { type: "Object", fields: { tier: "Text", email: "Text" } },
} as const;

/** The cells of rows that have an expression and, right of it, what it gives. */
const lines = page
  .split("\n")
  .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()))
  .flatMap((cells) => {
    const at = cells.findIndex((cell, index) => isCode(cell) && isCode(cells[index + 1] ?? "") && index <= 2);
    return at < 0 ? [] : [[codeIn(cells[at]), codeIn(cells[at + 1])] as const];
  });

test("both tables of the page are read", () => expect(lines.length).toBeGreaterThan(30));

test.each(lines)("%s gives %s", (source, given) => {
  const compiled = compile(source, { columns, types: { Line }, functions });
  expect(compiled.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  const facts = { ...row, one: [{ sku: "tea", price: 3, quantity: 1 }] };
  expect(compiled.evaluate({ row: facts })).toEqual(JSON.parse(given));
});

function isCode(cell: string): boolean {
  return /^`[^`]+`$/.test(cell);
}

function codeIn(cell = ""): string {
  return cell.slice(1, -1).replaceAll("\\|", "|");
}
