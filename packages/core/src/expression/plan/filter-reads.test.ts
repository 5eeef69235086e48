import { expect, test } from "vitest";
import { readScope } from "../../../conformance/read-context.ts";
import { check } from "../check/check.ts";
import { Meter } from "../runtime/meter.ts";
import type { RequestContext } from "../runtime/request-context.ts";
import type { CheckedExpression } from "../tree/checked-expression.ts";
import { isAlwaysTrue, selectionOf } from "./filter-reads.ts";
import { mayFail } from "./may-fail.ts";

const scope = readScope({
  selector: true,
  tables: {
    Orders: {
      key: "ID",
      columns: {
        ID: "Text",
        Total: "Price",
        Count: "Number",
        Note: "Text",
        Sent: "Yes/No",
        Customer: { type: "Ref", table: "Customers" },
      },
    },
    Lines: { key: ["Order", "Line"], columns: { Order: "Text", Line: "Number" } },
    Customers: { key: "ID", columns: { ID: "Text", Name: "Text" } },
  },
  slices: { "Open Orders": { table: "Orders", filter: "AND([Count] > 0, NOT([Sent]))" } },
});

function checked(source: string) {
  const { output, diagnostics } = check(source, scope);
  if (output === undefined) throw new Error(JSON.stringify(diagnostics));
  return output;
}

/** A selection in one line: conditions; order, - where descending; limits. */
function drawn(source: string): string {
  const selection = selectionOf(checked(source));
  if (selection.kind === "other") return `other: ${selection.reason}`;
  const { table, conditions, order, limits } = selection;
  const parts = [
    conditions.map((one) => one.source),
    order.map(({ expression, descending }) => `${descending ? "-" : ""}${expression.source}`),
    limits.map((one) => one.source),
  ];
  return [table.name, ...parts.map((part) => part.join(" & "))].join(" | ").trimEnd();
}

test.each([
  ["Orders[ID]", "Orders |  |  |"],
  ['FILTER("Orders", TRUE)', "Orders |  |  |"],
  ['FILTER("Orders", AND([Total] > 1, AND([Sent], TRUE)))', "Orders | [Total] > 1 & [Sent] |  |"],
  ['FILTER("Orders", OR([Total] > 1, [Sent]))', "Orders | OR([Total] > 1, [Sent]) |  |"],
  ['SELECT(Orders[ID], ([Note] = "x"))', 'Orders | ([Note] = "x") |  |'],
  ["SELECT(Orders[ID], [Sent], FALSE)", "Orders | [Sent] |  |"],
  ['FILTER("Lines", [Line] > 1)', "Lines | [Line] > 1 |  |"],
  ["SELECT(Lines[_ComputedKey], [Line] > 1)", "Lines | [Line] > 1 |  |"],
  ['FILTER("Open Orders", [Total] > 1)', "Orders | [Count] > 0 & NOT([Sent]) & [Total] > 1 |  |"],
  ["Open Orders[ID]", "Orders | [Count] > 0 & NOT([Sent]) |  |"],
  ["ORDERBY(Orders[ID], [Total], TRUE, [Note])", "Orders |  | -[Total] & [Note] |"],
  ["ORDERBY(ORDERBY(Orders[ID], [Note]), [Total])", "Orders |  | [Total] & [Note] |"],
  ["TOP(ORDERBY(Orders[ID], [Total]), 3)", "Orders |  | [Total] | 3"],
  ["TOP(TOP(Orders[ID], 5), 3)", "Orders |  |  | 5 & 3"],
  ["TOP(TOP(ORDERBY(Orders[ID], [Total]), 5), 3)", "Orders |  | [Total] | 5 & 3"],
  ["TOP(Orders[ID], [_PARAM].[n])", "Orders |  |  | [_PARAM].[n]"],
  ["ORDERBY(TOP(Orders[ID], 5), [Total])", "other: ORDERBY sorts rows that TOP has cut off"],
  ["SELECT(Orders[Customer], TRUE)", "other: it selects a column other than the key"],
  ["SELECT(Orders[ID], TRUE, TRUE)", "other: keys without duplicates are compared as texts are"],
  ["TOP(Orders[ID], COUNT(Customers[ID]))", "other: the count of TOP reads a table"],
  ["TOP(Orders[ID], RANDBETWEEN(1, 2))", "other: it asks for a random value"],
  ['FILTER("Orders", [Note] = UNIQUEID())', "other: it asks for a random value"],
  ['MAXROW("Orders", "Total")', "other: only FILTER, SELECT, ORDERBY and TOP over one table are planned"],
  [
    "LIST(1) + SELECT(Orders[Count], TRUE)",
    "other: only FILTER, SELECT, ORDERBY and TOP over one table are planned",
  ],
])("%s", (source, drawing) => {
  expect(drawn(source)).toBe(drawing);
});

test.each([
  ["[Total] > 1", false],
  ["[Total] * 2 > [Total] - 1", false],
  ["[Count] / 2 > 1", false],
  ["[Count] % 2 > 1", false],
  ["[Count] + 1 > 1", true],
  ["[Count] + (1 + 2) > 1", true],
  ["LEN([Note]) * 2 + COUNT(Orders[Count]) - 9007 > 1", false],
  ["LEN([Note]) * LEN([Note]) > 1", true],
  ["-(YEAR(TODAY()) * 12 + 1) * IF([Sent], MONTH(TODAY()), 2) > 1", false],
  ["LEN([Note]) * IF([Sent], [Count], 2) > 1", true],
  ["-[Count] > 1", false],
  ["SUM(SELECT(Orders[Count], TRUE)) > 1", true],
  ["SUM(SELECT(Orders[Total], TRUE)) > 1", false],
  ["MAX(SELECT(Orders[Count], TRUE)) > 1", false],
  ["COUNT(SELECT(Orders[Count], [Total] > 1)) > 1", false],
  ["ROUND([Total]) > 1", true],
  ["ROUND([Count]) > 1", false],
  ["NUMBER([Note]) > 1", true],
  ["ABS([Total]) > 1", false],
  ["LEN([Note]) > 1", false],
  ['[Note] & "x" = "yx"', false],
  ['UPPER([Note]) = "X"', false],
  ['CONTAINS([Note], "x")', false],
  ['IN([Note], LIST("a", "b"))', false],
  ["YEAR(TODAY()) > 2000", false],
  ['INPUT("n", 1) = 1', true],
  ["[Customer].[Name] = USEREMAIL()", false],
  ['ISBLANK(LOOKUP("x", "Customers", "ID", "Name"))', false],
  ['ISBLANK(FILTER("Customers", TRUE))', false],
  ["IF([Sent], [Count] * 2 > 1, FALSE)", true],
])("whether %s may fail: %s", (condition, answer) => {
  const selection = selectionOf(checked(`FILTER("Orders", ${condition})`));
  const conditions = selection.kind === "selection" ? selection.conditions : [];
  expect(conditions.map((condition) => mayFail(condition))).toEqual([answer]);
});

test("a condition thousands of operators long is taken over", () => {
  const long = `FILTER("Orders", [Count]${" + 1".repeat(5_000)} > 1)`;
  expect(selectionOf(checked(long))).toMatchObject({ kind: "selection", conditions: [{}] });
});

const filterScope = readScope({ columns: { Owner: "Text", Size: "Number" } });

test.each([
  ['OR(USERROLE() = "Admin", [Owner] = USEREMAIL())', true],
  ['OR(OR(USERROLE() = "Guest", USERROLE() = "Admin"), [Size] + 1 > 0)', true],
  ["TRUE", true],
  ['OR(USERROLE() = "Guest", [Owner] = USEREMAIL())', false],
  ['OR([Size] + 1 > 0, USERROLE() = "Admin")', false],
  ['AND(USERROLE() = "Admin", [Owner] = USEREMAIL())', false],
  ["OR(RANDBETWEEN(1, 1) = 1, TRUE)", false],
  ["OR(9007199254740991 + 1 > 0, TRUE)", false],
  ['IF(USERROLE() = "Admin", TRUE, [Size] > 1)', false],
])("%s: %s", (source, isTrue) => {
  const user = { email: "me@example.com", name: null, role: "Admin" };
  const context = { user, meter: new Meter(), locale: "en-US" } as unknown as RequestContext;
  expect(isAlwaysTrue(check(source, filterScope).output as CheckedExpression, context)).toBe(isTrue);
});
