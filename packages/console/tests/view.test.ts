import { compile, type JsonValue } from "@tablewright/core/expression";
import { describe, expect, test } from "vitest";
import { conditionOf, filteredBy, quoted, selectorOf, sortedBy, type View } from "../src/page/tables/view.ts";

const scope = {
  tables: { 'The "Orders"': { key: "Id", columns: { Id: "Number", Total: "Price" } } },
  selector: true,
};
const table = 'The "Orders"';

describe("the Selector of a view", () => {
  test.each<readonly [View, string | undefined]>([
    [{}, undefined],
    [{ selector: "LIST(1)" }, "LIST(1)"],
    [{ by: "Total" }, 'ORDERBY(FILTER("The ""Orders""", TRUE), [Total])'],
    [
      { selector: '=FILTER("The ""Orders""", TRUE)', by: "Id" },
      'ORDERBY(FILTER("The ""Orders""", TRUE), [Id])',
    ],
    [{ by: "Total", down: true }, 'ORDERBY(FILTER("The ""Orders""", TRUE), [Total], TRUE)'],
    [
      { selector: 'FILTER("The ""Orders""", [Id] = 1)', by: "Id" },
      'ORDERBY(FILTER("The ""Orders""", [Id] = 1), [Id])',
    ],
  ])("%o", (view, selector) => {
    expect(selectorOf(table, view)).toBe(selector);
    if (selector !== undefined) expect(compile(selector, scope).diagnostics).toEqual([]);
  });
});

test("a heading sorts up, then down, then not at all", () => {
  const up = sortedBy({ selector: "LIST(1)" }, "Total");
  const down = sortedBy(up, "Total");
  expect([up, down, sortedBy(down, "Total"), sortedBy(down, "Id")]).toEqual([
    { selector: "LIST(1)", by: "Total" },
    { selector: "LIST(1)", by: "Total", down: true },
    { selector: "LIST(1)" },
    { selector: "LIST(1)", by: "Id" },
  ]);
});

describe("a condition more", () => {
  const first = filteredBy({}, table, "[Id] > 1");
  const second = filteredBy(first, table, "[Total] > 2");
  const own = filteredBy({ selector: "LIST(1, 2)" }, table, "[Id] > 1");
  const filter = (condition: string) => `FILTER(${quoted(table)}, ${condition})`;
  const sum = `${filter("[Id] = 1")} + ${filter("[Id] = 2")}`;
  const sums = filteredBy({ selector: sum }, table, "[Total] > 2");
  const text = filteredBy({ selector: filter('[Id] = FIND(")", "(a")') }, table, "[Total] > 2");
  const signed = filteredBy({ selector: `= ${sum}` }, table, "[Total] > 2");

  test.each([
    [first, `FILTER(${quoted(table)}, [Id] > 1)`],
    [second, `FILTER(${quoted(table)}, AND([Id] > 1, [Total] > 2))`],
    [own, `INTERSECT(LIST(1, 2), FILTER(${quoted(table)}, [Id] > 1))`],
    [sums, `INTERSECT(${sum}, ${filter("[Total] > 2")})`],
    [text, filter('AND([Id] = FIND(")", "(a"), [Total] > 2)')],
    [signed, `INTERSECT(${sum}, ${filter("[Total] > 2")})`],
  ])("%o", (view, selector) => {
    expect(view.selector).toBe(selector);
    expect(compile(selector, scope).ok).toBe(true);
  });
});

describe("a value of a column as a condition", () => {
  test.each<[string, JsonValue, string]>([
    ["Total", 1.5, "[Total] = 1.5"],
    ["Total", 1e-7, "[Total] = 0.0000001"],
    ["Total", -1e21, "[Total] = -1000000000000000000000"],
    ["Name", 'say "hi"', '[Name] = "say ""hi"""'],
    ["Name", null, "ISBLANK([Name])"],
    ["Name", "", "ISBLANK([Name])"],
    ["Paid", true, "[Paid] = TRUE"],
    ["Day", "2026-03-04", '[Day] = "2026-03-04"'],
    ["Tags", ["a", "b"], 'AND(IN("a", [Tags]), IN("b", [Tags]))'],
    ["Tags", ["a"], 'IN("a", [Tags])'],
    ["Tags", [], "ISBLANK([Tags])"],
  ])("%s %j", (name, value, condition) => {
    expect(conditionOf({ name }, value)).toBe(condition);
  });
});
