import { expect, test } from "vitest";
import { compile, printTrace } from "../../entrances/trace.ts";

const scope = {
  table: "Orders",
  tables: {
    Customers: { key: "ID", columns: { ID: "Text", Name: "Name", Limit: "Price" } },
    Orders: {
      key: "ID",
      columns: { ID: "Text", Customer: { type: "Ref", table: "Customers" }, Total: "Price", Day: "Date" },
    },
  },
  slices: { Large: { table: "Orders", filter: "[Total] >= 100" } },
};

const orders = [
  { ID: "O1", Customer: "C1", Total: 120, Day: "2026-03-02" },
  { ID: "O2", Customer: "C9", Total: 80, Day: "2026-03-05" },
  { ID: "O3", Customer: "C1", Total: 200, Day: null },
];
const context = { tables: { Orders: orders, Customers: [{ ID: "C1", Name: "Ann", Limit: 150 }] } };

test.each([
  [
    "the condition that is not TRUE is marked, and what comes after it was not evaluated",
    'AND([Total] > 100, [Day] = "3/1/2026", ISNOTBLANK([Customer]))',
    0,
    `AND([Total] > 100, [Day] = "3/1/2026", ISNOTBLANK([Customer]))
                   ^^^^^^^^^^^^^^^^^^ FALSE
  [Total] > 100 → TRUE
    [Total] → 120
  [Day] = "3/1/2026" → FALSE
    [Day] → "2026-03-02"
    "3/1/2026" → "2026-03-01", "3/1/2026" read as Date
  ISNOTBLANK([Customer]) was not evaluated`,
  ],
  [
    "a Ref that leads to no row",
    "[Customer].[Name]",
    1,
    `[Customer].[Name]
^^^^^^^^^^^^^^^^^ blank, no row of "Customers" has this key
  [Customer] → "C9"`,
  ],
  [
    "the rows that a SELECT looked at, and what it tried on the first of them",
    "SUM(SELECT(Orders[Total], [Customer] = [_THISROW].[Customer]))",
    0,
    `SUM(SELECT(Orders[Total], [Customer] = [_THISROW].[Customer])) → 320
  SELECT(Orders[Total], [Customer] = [_THISROW].[Customer]) → (120, 200), looked at 2 rows of "Orders": "O1", "O3"
    row "O1"
      [Customer] = [_THISROW].[Customer] → TRUE
        [Customer] → "C1"
        [_THISROW].[Customer] → "C1"
      [Total] → 120
    row "O3"
      [Customer] = [_THISROW].[Customer] → TRUE
        [Customer] → "C1"
        [_THISROW].[Customer] → "C1"
      [Total] → 200`,
  ],
  [
    "the blank that a function met",
    "YEAR(EOMONTH([Day], 1))",
    2,
    `YEAR(EOMONTH([Day], 1))
             ^^^^^ blank
  EOMONTH([Day], 1) → blank
    [Day] → blank`,
  ],
])("%s", (_, source, at, expected) => {
  expect(printTrace(compile(source, scope).trace({ ...context, row: orders[at] as never }))).toBe(expected);
});

test("objects and items of lists are shown as JSON, and are rows of no table", () => {
  const objects = {
    types: { Line: { sku: "Text", price: "Price" } },
    columns: { lines: "List of Line" },
  } as const;
  const row = {
    lines: [
      { sku: "a", price: 2 },
      { sku: "b", price: 1 },
    ],
  };
  const trace = compile("COUNT(FILTER([lines], [price] > 1))", objects).trace({ row });
  expect(printTrace(trace)).toBe(`COUNT(FILTER([lines], [price] > 1)) → 1
  FILTER([lines], [price] > 1) → ({"sku":"a","price":2}), looked at 2 items, 1 met
    [lines] → ({"sku":"a","price":2}, {"sku":"b","price":1})
    item {"sku":"a","price":2}
      [price] > 1 → TRUE
        [price] → 2
    item {"sku":"b","price":1}
      [price] > 1 → FALSE
        [price] → 1`);
});

test("an error is marked where it was met", () => {
  const limits = { textLength: 4 };
  const trace = compile('IF([Total] > 0, [ID] & "-" & [Customer], "")', scope).trace({
    ...context,
    limits,
    row: orders[0] as never,
  });
  expect(printTrace(trace)).toBe(`IF([Total] > 0, [ID] & "-" & [Customer], "")
                ^^^^^^^^^^^^^^^^^^^^^^^ The text built here would be longer than 4 characters.
  [Total] > 0 → TRUE
    [Total] → 120
  [ID] & "-" & [Customer] failed
    [ID] & "-" → "O1-"
      [ID] → "O1"
    [Customer] → "C1"`);
});
