import type { ResultRow, SummaryRequest } from "@tablewright/core";

/** Blanks, values that differ in case, a hidden row, virtual columns that read other rows or fail. */
export const DEFINITION = `
tablewright: 1
app: { id: sales, name: Sales, owner: me@example.com, locale: en-US, timezone: UTC }
tables:
  Regions:
    key: [Region]
    columns: { Region: { type: Text }, Share: { type: Decimal } }
  Sales:
    key: [Sale]
    securityFilter: 'OR(ISBLANK([Owner]), [Owner] = USEREMAIL())'
    columns:
      Sale: { type: Number }
      Region: { type: Text }
      Day: { type: Date }
      Price: { type: Price }
      Units: { type: Number }
      Took: { type: Duration }
      Owner: { type: Email }
      Part: { type: Decimal, virtual: true, formula: 'ANY(SELECT(Regions[Share], [Region] = [_THISROW].[Region])) * [Price]' }
      Large: { type: Yes/No, virtual: true, formula: '[Price] > 1' }
      Huge: { type: Number, virtual: true, formula: '[Sale] + 9007199254740980' }
  Totals:
    key: [Total]
    columns:
      Total: { type: Number }
      SUM Price: { type: Decimal, virtual: true, formula: 'SUM(Sales[Price])' }
      SUM Units: { type: Number, virtual: true, formula: 'SUM(Sales[Units])' }
      SUM Took: { type: Duration, virtual: true, formula: 'SUM(Sales[Took])' }
      AVERAGE Price: { type: Decimal, virtual: true, formula: 'AVERAGE(Sales[Price])' }
      AVERAGE Units: { type: Decimal, virtual: true, formula: 'AVERAGE(Sales[Units])' }
      AVERAGE Took: { type: Duration, virtual: true, formula: 'AVERAGE(Sales[Took])' }
      MIN Price: { type: Decimal, virtual: true, formula: 'MIN(Sales[Price])' }
      MIN Units: { type: Number, virtual: true, formula: 'MIN(Sales[Units])' }
      MIN Took: { type: Duration, virtual: true, formula: 'MIN(Sales[Took])' }
      MAX Price: { type: Decimal, virtual: true, formula: 'MAX(Sales[Price])' }
      MAX Units: { type: Number, virtual: true, formula: 'MAX(Sales[Units])' }
      MAX Took: { type: Duration, virtual: true, formula: 'MAX(Sales[Took])' }
slices:
  Large Sales: { table: Sales, filter: '[Price] > 1', columns: [Sale, Price] }
`;

export const REGIONS = [
  { Region: "North", Share: 0.5 },
  { Region: "South", Share: 0.1 },
];

export const SALES = [
  { Sale: 1, Region: "South", Day: "2026-03-02", Price: 0.1, Units: 1, Took: "001:00:00" },
  { Sale: 2, Region: "north", Day: "2026-03-01", Price: 0.2, Units: 2, Took: "000:00:01" },
  { Sale: 3, Region: "North", Day: "2026-03-03", Price: 2.5, Units: null, Took: null },
  { Sale: 4, Region: null, Day: null, Price: null, Units: null, Took: null },
  { Sale: 5, Region: "South", Day: "2026-03-05", Price: 0.2, Units: 4, Took: null },
  { Sale: 6, Region: "West", Day: null, Price: 9, Units: 7, Took: null },
  { Sale: 7, Region: "Hidden", Day: null, Price: 9, Units: 7, Took: null, Owner: "other@example.com" },
];

type Asked = Omit<SummaryRequest, "table"> & { readonly table?: string };

export const SUMMARIES: readonly (readonly [string, Asked, readonly ResultRow[]])[] = [
  [
    "groups are in order, blanks are one, and case makes no other group",
    { by: ["Region"], values: { Rows: "COUNT", Total: { SUM: "Price" } } },
    [
      { Region: null, Rows: 1, Total: 0 },
      { Region: "North", Rows: 2, Total: 2.7 },
      { Region: "South", Rows: 2, Total: 0.3 },
      { Region: "West", Rows: 1, Total: 9 },
    ],
  ],
  [
    "all rows are one group without By",
    { values: { n: "count", mean: { average: "units" }, first: { MIN: "Day" }, took: { SUM: "Took" } } },
    [{ n: 6, mean: 3.5, first: "2026-03-01", took: "001:00:01" }],
  ],
  [
    "a Selector that finds no row leaves one group of none",
    {
      values: { n: "COUNT", total: { SUM: "Price" }, most: { MAX: "Price" }, last: { MAX: "Day" } },
      properties: { Selector: 'FILTER("Sales", FALSE)' },
    },
    [{ n: 0, total: 0, most: 0, last: null }],
  ],
  ["and no group where there is By", { by: ["Day"], properties: { Selector: 'FILTER("Sales", FALSE)' } }, []],
  [
    "several columns, and no values",
    { by: ["Region", "Large"], properties: { Selector: 'FILTER("Sales", [Sale] < 5)' } },
    [
      { Region: null, Large: false },
      { Region: "north", Large: false },
      { Region: "North", Large: true },
      { Region: "South", Large: false },
    ],
  ],
  [
    "a virtual column that reads other rows is summed",
    {
      by: ["Region"],
      values: { Part: { SUM: "Part" } },
      properties: { Selector: 'FILTER("Sales", [Sale] < 4)' },
    },
    [
      { Region: "North", Part: 1.35 },
      { Region: "South", Part: 0.01 },
    ],
  ],
  [
    "of a slice",
    { table: "Large Sales", values: { Rows: "COUNT", Total: { SUM: "Price" } } },
    [{ Rows: 2, Total: 11.5 }],
  ],
  [
    "of rows by keys",
    { rows: [{ Sale: 1 }, { Sale: 2 }, { Sale: 7 }], values: { Total: { SUM: "Price" } } },
    [{ Total: 0.3 }],
  ],
  [
    "of the first rows of an order",
    {
      values: { Total: { SUM: "Price" } },
      properties: { Selector: "TOP(ORDERBY(Sales[Sale], [Price], TRUE), 2)" },
    },
    [{ Total: 11.5 }],
  ],
  [
    "on the wire spec",
    { wire: "spec", by: ["Region"], values: { Last: { MAX: "Day" } }, rows: [{ Sale: 4 }, { Sale: 1 }] },
    [
      { Region: "", Last: "" },
      { Region: "South", Last: "03/02/2026" },
    ],
  ],
  [
    "on the wire appsheet",
    { wire: "appsheet", values: { n: "COUNT", Total: { SUM: "Price" } } },
    [{ n: "6", Total: "12" }],
  ],
];

export const ERRORS: readonly (readonly [string, Asked, readonly string[]])[] = [
  ["nothing is asked for", {}, ["request/summary-empty"]],
  ["By is no list", { by: "Region" }, ["request/property"]],
  ["Values is no object", { values: ["COUNT"] }, ["request/property"]],
  ["an unknown column of By", { by: ["Regoin"] }, ["column/unknown"]],
  ["an unknown column of a value", { values: { x: { SUM: "Prise" } } }, ["x column/unknown"]],
  ["a column that the slice leaves out", { table: "Large Sales", by: ["Region"] }, ["column/unknown"]],
  [
    "an unknown function",
    { values: { x: { SUMM: "Price" }, y: "TOTAL" } },
    ["x request/summary-function", "y request/summary-function"],
  ],
  [
    "a function without a column",
    { values: { x: "sum", y: 3 } },
    ["x request/property", "y request/property"],
  ],
  ["COUNT with a column", { values: { x: { COUNT: "Price" } } }, ["x request/property"]],
  ["two functions in one value", { values: { x: { MIN: "Price", MAX: "Price" } } }, ["x request/property"]],
  [
    "a column that has no sum",
    { values: { x: { SUM: "Day" }, y: { MAX: "Region" } } },
    ["x request/summary-column", "y request/summary-column"],
  ],
  [
    "a name that comes twice",
    { by: ["Region", "Region"], values: { Region: "COUNT" } },
    ["Region request/summary-name", "Region request/summary-name"],
  ],
  [
    "a Selector with an error",
    { values: { n: "COUNT" }, properties: { Selector: "FILTER(Sales, [Prise] > 1)" } },
    ["name/unknown-column"],
  ],
  ["a sum beyond any Number", { values: { x: { SUM: "Huge" } } }, ["x run/overflow"]],
];
