/** Fields of objects where editors ask about columns. */
import { expect, test } from "vitest";
import { complete, hover, quickFixes, symbols } from "../entrances/editor.ts";
import type { Scope } from "../parts.ts";

const scope: Scope = {
  types: { Home: { city: "Text", since: "Date" }, Line: { sku: "Text", price: "Price" } },
  columns: { customer: { type: "Object", fields: { name: "Text", home: "Home" } }, lines: "List of Line" },
};

test.each([
  ["[customer].[|", ["name", "home"]],
  ["[customer].[home].[|", ["city", "since"]],
  ["SUM([lines][|", ["sku", "price"]],
  ["FILTER([lines], [|", ["sku", "price"]],
])("%s offers the fields", (marked, names) => {
  const offset = marked.indexOf("|");
  const offered = complete(marked.replace("|", ""), offset, scope).completions.map(({ label }) => label);
  expect(offered.slice(0, names.length).toSorted()).toEqual(names.toSorted());
});

test.each([
  ["[customer].[home].[ci|ty]", "Text"],
  ["[customer].[ho|me]", "Home"],
  ["MAP([lines], [pri|ce] * 2)", "Price"],
  ["[lines][pri|ce]", "Price"],
])("%s is hovered with its type", (marked, type) => {
  const shown = hover(marked.replace("|", ""), marked.indexOf("|"), scope);
  expect(JSON.stringify(shown)).toContain(type);
});

test("the names of fields are known, beside those of columns", () => {
  const source = "IF([customer].[home].[city] = [customer].[home].[City], SUM([lines][price]), 0)";
  const uses = symbols(source, scope).map(({ kind, name }) => `${kind} ${name}`);
  expect(uses).toEqual([
    ...["column customer", "field home", "field city", "column customer", "field home", "field city"],
    ...["column lines", "field price"],
  ]);
});

test("a field that is misspelt has a fix", () => {
  const [fix] = quickFixes("[customer].[home].[ctiy]", scope);
  expect(JSON.stringify(fix)).toContain("[city]");
});
