import { expect, test } from "vitest";
import { beginCheck } from "../check/check-expression.ts";
import { tableNamesOf } from "../check/check-state.ts";
import { readScope, type Scope } from "../context/scope.ts";
import { complete } from "../entrances/editor.ts";
import { functionsByName } from "../extract/all-functions.ts";
import { PLACEHOLDER } from "../syntax/ast.ts";
import { recover } from "../syntax/parse.ts";

const scope: Scope = {
  table: "Orders",
  this: "Price",
  tables: {
    Orders: {
      key: "Order ID",
      columns: {
        "Order ID": "Text",
        Price: "Price",
        Quantity: "Number",
        Placed: "Date",
        Notes: "LongText",
        Paid: "Yes/No",
        Status: { type: "Enum", values: ["Open", "In Progress", "Sent"] },
        Tags: { type: "EnumList", values: ["urgent", "gift"] },
        Customer: { type: "Ref", table: "Customers" },
        Hours: "Duration",
      },
    },
    Lines: {
      key: "ID",
      columns: { ID: "Text", Order: { type: "Ref", table: "Orders" }, Amount: "Price", Placed: "Date" },
    },
    Customers: {
      key: "ID",
      columns: {
        ID: "Text",
        Name: "Text",
        Level: { type: "Enum", values: ["Gold", "Silver"] },
        "Related Orders": { type: "List", itemType: "Ref", table: "Orders" },
      },
    },
  },
  slices: { "Open Orders": { table: "Orders", filter: "[Price] > 0" } },
};

/** Sources with "|" where the cursor is, and what is inserted by the suggestion that must be first; null for none at all. */
const HALF_WRITTEN: readonly (readonly [source: string, first: string | null])[] = [
  // The values of a column, within quotes and before them
  ['[Status] = "|', "Open"],
  ['[Status] = "|"', "Open"],
  ['[Status] = "In P|"', "In Progress"],
  ['[Status] <> "s|', "Sent"],
  ["[Status] = |", '"Open"'],
  ["[Status] = S|", '"Sent"'],
  ['IN([Status], {"Open", "|', "Open"],
  ["IN([Status], LIST('se|", null],
  ['IN("|", [Tags])', "urgent"],
  ['IN("g|", [Tags])', "gift"],
  ['SWITCH([Status], "O|"', "Open"],
  ['SWITCH([Status], "Open", 1, "|", 2, 3)', "Open"],
  ["SWITCH([Status], |", '"Open"'],
  ['[Customer].[Level] = "|', "Gold"],
  ['FILTER("Customers", [Level] = "Si|', "Silver"],
  ['"|" = [Status]', "Open"],
  // Texts that nobody can know
  ['[Notes] = "P|"', null],
  ['TEXT([Placed], "|")', null],
  ['CONCATENATE("|', null],
  ['CONTAINS([Notes], "Pri|', null],
  ['SWITCH([Status], "Open", "|', null],
  // Words that a function knows
  ['UNIQUEID("|")', "UUID"],
  ['EXTRACT("|")', "CHOICE"],
  ['EXTRACT("da|', "DATES"],
  ['CONTEXT("|")', "Host"],
  ["UNIQUEID(|", '"UUID"'],
  // Tables and columns where their names belong
  ['FILTER("|', "Orders"],
  ['FILTER("Op|', "Open Orders"],
  ['MAXROW("|', "Orders"],
  ['MAXROW("Lines", "|")', "ID"],
  ['MINROW("Lines", "Am|', "Amount"],
  ['LOOKUP([_THISROW].[Notes], "Customers", "|', "ID"],
  ['LOOKUP([_THISROW].[Notes], "Customers", "ID", "Na|', "Name"],
  ['REF_ROWS("Lines", "|")', "Order"],
  ['MAXROW("Lines", |', '"ID"'],
  ["[|", "Order ID]"],
  ["[Customer].[N|", "Name]"],
  ['FILTER("Lines", [Am|] > 1)', "Amount]"],
  ["Lines[|", "ID]"],
  ["Lin|", "Lines["],
  ["SELECT(|", "Orders["],
  ["SUM(|", "Orders["],
  ["SUM(Lin|", "Lines["],
  ["COUNT(Open|", "Open Orders["],
  ['ORDERBY(FILTER("Orders", TRUE), |', "[Order ID]"],
  // Operators after a value
  ["[Price] |", "+"],
  ["[Price]|", " +"],
  ["[Notes] |", "="],
  ["[Placed] |", "+"],
  ["[Paid] |", "="],
  ['FILTER("Lines", [Amount] |', "="],
  ["IF([Price] |", "="],
  ["IF([Price] > [Quantity] |", "+"],
  ["LEFT([Notes], 2) |", "="],
  ["[Price] |* [Quantity]", null],
  ["[Price] A|", null],
  // Values of the type that fits
  ["[Price] + |", "[Price]"],
  ["[Placed] > |", "[Placed]"],
  ["LEFT([Notes], |", "[Price]"],
  ["AND(|", "[Paid]"],
  ["IF(|", "[Paid]"],
  ["LEF|T([Notes], 2)", "LEFT"],
  ["ISBL|", "ISBLANK("],
  ["[Quantity] > 1|", null],
];

test.each(HALF_WRITTEN)("%s", (marked, first) => {
  const offset = marked.indexOf("|");
  const { completions } = complete(marked.replace("|", ""), offset, scope);
  expect(completions[0]?.insert ?? null).toBe(first);
});

test.each(HALF_WRITTEN.filter(([, first]) => first !== null))("the first of %s is no error", (marked) => {
  const offset = marked.indexOf("|");
  const source = marked.replace("|", "");
  const { start, end, completions } = complete(source, offset, scope);
  const { insert = "" } = completions[0] ?? {};
  const column = insert.endsWith("[") ? `${PLACEHOLDER}]` : "";
  const written = source.slice(0, start) + insert + column + source.slice(end);
  const read = readScope(functionsByName, scope);
  const { output: tree } = recover(written, tableNamesOf(read));
  const check = beginCheck(read, {});
  if (tree !== undefined) check.check(tree);
  expect(tree).toBeDefined();
  expect(check.diagnostics.filter(({ code }) => !UNFINISHED.has(code))).toEqual([]);
});

const UNFINISHED = new Set<string>(["call/too-few-arguments", "call/unpaired-arguments"]);
