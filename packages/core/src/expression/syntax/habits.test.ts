/** A case for each habit that people bring from elsewhere: what they write, and the hint that says what to write here. */
import { describe, expect, test } from "vitest";
import type { Scope } from "../context/scope.ts";
import { allFunctions } from "../extract/all-functions.ts";
import { compile } from "../index.ts";
import { FUNCTION_HABITS, INFIX_HABITS, WITHOUT_COUNTERPART } from "./habits.ts";

const scope: Scope = {
  table: "Orders",
  tables: {
    Orders: {
      key: "Order ID",
      columns: {
        ...{
          "Order ID": "Text",
          Price: "Price",
          Total: "Decimal",
          Status: "Text",
          Due: "Date",
          End: "DateTime",
        },
        ...{ Spent: "Duration", Done: "Yes/No", Customer: { type: "Ref", table: "Customers" } },
      },
    },
    Customers: { key: "ID", columns: { ID: "Text", Name: "Text" } },
  },
  slices: { Late: { table: "Orders", filter: "[Due] < TODAY()" } },
};

/** The hints of all that is said of a source. */
function hintsOf(source: string): readonly (string | undefined)[] {
  return compile(source, scope).diagnostics.map(({ hint }) => hint);
}

describe("signs and words", () => {
  test.each([
    ["[Due] = TODAY", "Write TODAY() for its value."],
    ["[End] > now", "Write NOW() for its value."],
    ["TRUE()", "Write TRUE."],
    ["AND([Done], FALSE ( ))", "Write FALSE."],
    ["NOT [Done]", "NOT is a function: write NOT(…)."],
    ["![Done]", "Write NOT(condition)."],
    ["[Price].toFixed(2)", "Write a function around its value, such as UPPER(text)."],
    ["!([Done])", "Write NOT(condition)."],
    ["[Price] != 2", "Write <>."],
    ["[Done] && [Done]", "Write AND(first condition, second condition)."],
    ["[Done] || [Done]", "Write OR(first condition, second condition), or first & second for texts."],
    ["[Price] =< 2", "Write <=."],
    ["[Price] => 2", "Write >=."],
    ["[Price] > 1,19", "Write 1.19. Decimals have a point."],
    ["[Price] * 5 %", "Write 0.05. Between two values, % is the remainder of a division."],
    ["ROUND(12.5% * [Price])", "Write 0.125. Between two values, % is the remainder of a division."],
    ["[Price]%", "Write / 100.0 for percent. Between two values, % is the remainder of a division."],
    ["[Price] > 1e3", "Write 1000: a number has no exponent."],
    ["[Status] > 1e3", 'Write 1000: a number has no exponent, or "1e3" in quotes for the text.'],
    ["[Price] > $1000", "Write 1000 for the number."],
    ["[Price] ** 2", "Write ^ for a power."],
    ["[Price] // the net price", "An expression has no comments."],
    ["[Price] /* net */ * 2", "An expression has no comments."],
    ["COUNT(*)", 'Write COUNT(FILTER("Table", TRUE)).'],
    ["Orders!A1", "There are no cells here. Write [Column] for the row, or Table[Column] for all rows."],
    ["[Price] – 1", "Write -."],
    ["[Price] × 2", "Write *."],
    ["[Price] ≥ 2", "Write >=."],
    ["（[Price]）", "Write )."],
    ["[Price] ＝ 1", "Write =."],
    ["[Price]\u200b + 1", "Remove it: it is an invisible character."],
    ["[Customer]->[Name]", "Write [Ref].[Column]."],
    ["1. + [Price]", "A number ends with a digit, such as 1.0."],
    ["[Price] + 1.5.2", "A number has one point."],
    ["Orders.*", "Write Table[Column] for the values of all rows."],
    ["5!", "There is no function for a factorial."],
    ["[Done] is TRUE", "A condition is TRUE or FALSE by itself. Write only [Column], or NOT([Column])."],
    ["[Done] = 1", "A condition is TRUE or FALSE by itself. Write only [Column], or NOT([Column])."],
    ["100 < [Price] < 200", "Write each comparison whole: AND(first < second, second < third)."],
    ["[Price] > 1 & [Total] > 2", 'Write AND(first condition, second condition): "&" joins texts.'],
    ['OR([Status] = "Open", "Done")', "Write each condition whole, or IN(value, LIST(first, second))."],
    ['IN([Status], "Open", "Done")', "Write IN(value, LIST(first, second))."],
    ['IN(Orders[Status], "new")', "The other way round: IN(value, list)."],
    ["DATE(2024, 1, 5)", 'Write DATE("2026-01-31").'],
    ["TIME(10, 30, 0)", 'Write TIME("10:30:00").'],
    ["DATE(2024-01-05)", 'A date is written in quotes, such as "2026-01-31".'],
    ['WEEKDAY([Due]) = "Monday"', 'Write TEXT(date, "DDDD") = "Monday".'],
    ["HOUR([End])", 'Write TIME(value) - "00:00:00" for the time of the day as a Duration.'],
    ["[THISROW]", "Write [_THISROW]."],
    ["[_THIS_ROW]", "Write [_THISROW]."],
    ["[Customer.Name]", "Write [Customer].[Name]."],
    ['Customers["Name"]', "Write [Name]."],
    ["'Orders'[Total]", "Write Orders[Total] for the values of all rows."],
    ["AND([Price] > 5 [Done])", "Before the column an operator or a comma is missing."],
    ["COUNT(Orders)", "Write Orders[Order ID] for the list of its rows."],
    ["ANY(Late)", "Write Late[Order ID] for the list of its rows."],
    ["SUM(Orders[Total], [Done])", "Write SUM(SELECT(Table[Column], condition))."],
    ["SUM([Total])", "Write Orders[Total] for the values of all rows."],
    ['[Status] starts with "a"', "Write STARTSWITH(text, part)."],
    [
      "ORDERBY(Orders[Order ID], [Total], DESC)",
      'Write TRUE for descending order, or "DESC" in quotes for the text.',
    ],
    ["SORT(Orders[Total], DESC)", "Write TRUE for descending order."],
    ['CONCATENATE([Status], \\n, "x")', 'Write a line break within quotes, or "\\n" in quotes for the text.'],
    ["SUM(A1:B2)", "There are no cells here. Write [Column] for the row, or Table[Column] for all rows."],
    ['IN([Status], ["a","b"])', 'Write LIST("a","b"), or {"a","b"}, for a list.'],
    ['IN([Status], ("a","b"))', "Write LIST(first, second), or {first, second}, for a list."],
    ["IN(1, (1,2))", "Write LIST(first, second), or {first, second}, for a list."],
    ["IF([Price] > 1; 2; 3)", 'Arguments are separated by ",".'],
    ["[Price] > 1 ? 2 : 3", "Write IF(condition, value, otherwise)."],
    ["IF [Done] THEN 2 ELSE 3", "Write IF(condition, value, otherwise)."],
    ["[Due] > #1/31/2026#", 'Write "1/31/2026" in quotes.'],
    ["[Due] > 2026-01-31", 'A date is written in quotes, such as "2026-01-31".'],
    ['[Due] > "31.12.2026"', 'Write it like "12/31/2026" or "2026-12-31".'],
    ['"tomorrow" = [Due]', 'Write it like "12/31/2026" or "2026-12-31".'],
    ['[Spent] = "all day"', 'Write it like "012:00:00".'],
    ['HOUR("25:30:00")', 'Write it like "012:30:00": three digits of hours make a Duration.'],
    ['TEXT([Price], "USD")', 'The format of a number has 0 or #, such as "#,##0.00".'],
    ["IF([Done], , 2)", 'Write "" for a blank.'],
    [
      "[Status] = NULL",
      'Write "" for a blank, ISBLANK(value) to ask for one, or "NULL" in quotes for the text.',
    ],
    ["[Spent] > 8", "Compare TOTALHOURS(duration) with the number; of days, TOTALHOURS(duration) / 24."],
    [
      "[Due] - TODAY() > 3",
      "Compare TOTALHOURS(duration) with the number; of days, TOTALHOURS(duration) / 24.",
    ],
    ["FLOOR([Total], 2)", "Write FLOOR(number * 100) / 100.0 for two digits."],
    ["[Status] = ‘Open’", "Use straight quotes: '."],
    ["[Status] = “Open”", 'Use straight quotes: ".'],
    ["_THISROW", "Write [_THISROW]."],
    ["_ThisRow-1.Price", "Write [_ThisRow - 1].[Price]."],
    ["_THISROW.Price", "Write [_THISROW].[Price]."],
    ["_THISROW.[Price]", "Write [_THISROW]."],
    ["Customers.Name", "Write Customers[Name] for the values of all rows."],
    ["SELECT(Customers.Name, TRUE)", "Write Customers[Name] for the values of all rows."],
    ["Late.Price", "Write Late[Price] for the values of all rows."],
    ["Customer.Name", "Write [Customer].[Name]."],
    ["Customers.[Name]", "Write Customers[Name] for the values of all rows."],
    ['ORDERBY(FILTER("Orders", TRUE), "Total", TRUE)', "Write [Total]."],
    ["ORDERBY(Orders[Order ID], 5)", "Name a column in brackets: [Column]."],
  ])("%s: %s", (source, hint) => {
    const hints = hintsOf(source);
    expect(hints).toContain(hint);
    expect(hints.filter((one) => one?.startsWith("Did you mean"))).toEqual([]);
  });
});

describe("words between two values", () => {
  test.each([...INFIX_HABITS])("%s: %s", (word, hint) => {
    expect(hintsOf(`[Status] ${word} "a"`)).toEqual([hint]);
    expect(hintsOf(`[Price] ${word.toLowerCase()} [Total]`)).toEqual([hint]);
  });
});

describe("functions", () => {
  const known = new Set(allFunctions.map(({ name }) => name));

  test.each([...FUNCTION_HABITS])("%s: %s", (name, hint) => {
    expect(hintsOf(`${name}([Status])`)).toEqual([hint]);
    expect(hintsOf(`${name.toLowerCase()}([Status], "x")`)).toEqual([hint]);
    const named = [...hint.matchAll(/[A-Z]{2,}(?=\()/g)].map(([word]) => word);
    expect(
      named.filter((word) => !known.has(word)),
      "the hint names functions that there are",
    ).toEqual([]);
  });

  test.each([...WITHOUT_COUNTERPART])("nothing is suggested for %s", (name) => {
    expect(hintsOf(`${name}([Price])`)).toEqual([undefined]);
  });

  test("a habit is no function of the language", () => {
    const foreign = [...FUNCTION_HABITS.keys(), ...WITHOUT_COUNTERPART];
    expect(foreign.filter((name) => known.has(name))).toEqual([]);
  });

  test("no column is suggested of whose name every letter differs", () => {
    const columns = { N: "Number" };
    expect(compile("[a] + [NN]", { columns }).diagnostics.map(({ hint }) => hint)).toEqual([
      'The columns are "N".',
      'Did you mean "N"?',
    ]);
  });

  test("a misspelt name is still suggested", () => {
    expect(hintsOf("AVERGE(Orders[Price])")).toEqual(['Did you mean "AVERAGE"?']);
  });
});

describe("what is written in hints is right", () => {
  test.each([
    ["TOTALHOURS([End] - [Due]) / 24", 1.5],
    ["ROUND([Total] * 100) / 100.0", 2.35],
    ["INDEX(SORT(LIST(3, 1, 2), TRUE), 1)", 3],
    ['IF(ISBLANK([Status]), "none", [Status])', "none"],
    ['FIND("b", "abc")', 2],
    ['MID("abcd", 2, 2)', "bc"],
    ['SUBSTITUTE("abc", "b", "x")', "axc"],
  ])("%s is %s", (source, answer) => {
    const row = { Due: "2026-01-31", End: "2026-02-01T12:00:00", Total: 2.345 };
    expect(compile(source, scope).evaluate({ row })).toBe(answer);
  });
});

describe("what may be meant as text stays text", () => {
  test.each(["[Status] = Open", "[Status] = A1", "[Status] = 3XL", "[Status] = v1.2", "[Status] = Any"])(
    "%s",
    (source) => {
      const { ok, diagnostics } = compile(source, scope);
      expect([ok, diagnostics.map(({ code }) => code)]).toEqual([true, ["syntax/raw-text"]]);
    },
  );
});
