import { expect, test } from "vitest";
import { loadDefinition } from "../load-definition.ts";

const found = (columns: string, key = "id", filter = "TRUE") =>
  loadDefinition(`
tablewright: 1
app: { id: exact, name: Exact }
tables:
  T:
    source: t
    key: [${key}]
    securityFilter: '${filter}'
    columns:
      id: { type: Text }
      n: { type: Decimal, digits: exact }
${columns}`).diagnostics.map(({ code, member }) => [code, member]);

test("a number that is computed of exact digits is warned of, and what only shows or compares them is not", () => {
  const rounded = "definition/rounded-digits";
  expect(found('      v: { type: Decimal, virtual: true, formula: "[n] * 2" }')).toEqual([
    [rounded, "tables.T.columns.v.formula"],
  ]);
  expect(found('      v: { type: Yes/No, virtual: true, formula: "[n] > 2" }')).toEqual([]);
  expect(found("      v: { type: Decimal }")).toEqual([]);
  expect(found("", "id", "[n] = 1")).toEqual([[rounded, "tables.T.securityFilter"]]);
});

test("exact digits are refused in a key, in a virtual column and in a table of ours", () => {
  expect(found("", "n")).toEqual([["definition/key", "tables.T.columns.n"]]);
  expect(found("      v: { type: Decimal, virtual: true, digits: exact, formula: '1' }")).toEqual([
    ["definition/exclusive", "tables.T.columns.v.digits"],
  ]);
  const ours =
    "tablewright: 1\napp: { id: a, name: a }\ntables: { T: { key: [id], columns: { id: { type: Text }, n: { type: Price, digits: exact } } } }";
  expect(loadDefinition(ours).diagnostics).toMatchObject([{ code: "definition/no-source" }]);
});
