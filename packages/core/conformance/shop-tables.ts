import fc from "fast-check";
import { check } from "../src/expression/check/check.ts";
import {
  type CheckedExpression,
  type EvaluationContext,
  type ExpressionScope,
  evaluateRow,
  RowTable,
  type Scope,
  type ScopeColumn,
  type TableRows,
  type TableScope,
} from "../src/expression/parts.ts";
import { isWellFormedText, type JsonValue } from "../src/values/index.ts";
import { hostileDecimals, hostileTexts, hostileWholes } from "./hostile-cells.ts";
import { bindContext, readScope } from "./read-context.ts";

/** Customers and their orders, an application with a composite key and virtual columns, in cells chosen to trip a database. */
const stored = hostileTexts.filter(isWellFormedText);
export const days = [
  "0001-01-01",
  "9999-12-31",
  "1899-12-30",
  "1970-01-01",
  "1969-12-31",
  "2000-02-29",
  "1900-02-28",
  "2024-02-29",
  "2024-12-31",
  "2025-01-01",
  "2026-03-14",
  "2026-03-15",
  "2026-01-31",
];
const clocks = ["00:00:00", "00:00:01", "11:59:59", "12:00:00", "23:59:59"];

const blank = <T>(cell: fc.Arbitrary<T>) => fc.option(cell, { freq: 5 });
const pick = <T>(values: readonly T[]) => fc.constantFrom(...values);
const text = blank(
  fc.oneof(
    pick(stored),
    fc.string({ unit: "grapheme", maxLength: 6 }).filter((one) => !one.includes("\0")),
  ),
);
const whole = blank(fc.oneof(pick(hostileWholes), fc.integer({ min: -5, max: 5 })));
const decimal = blank(
  fc.oneof(
    pick(hostileDecimals),
    fc.integer({ min: -9999, max: 9999 }).map((cents) => cents / 100),
  ),
);
const day = blank(pick(days));
const moment = blank(fc.tuple(pick(days), pick(clocks)).map((parts) => parts.join("T")));

const scope: Scope = {
  table: "Orders",
  tables: {
    Customers: {
      key: "ID",
      columns: {
        ID: "Text",
        Name: "Name",
        City: "Text",
        Limit: "Price",
        Since: "Date",
        Rank: "Number",
        Active: "Yes/No",
      },
    },
    Orders: {
      key: ["Customer", "Line"],
      columns: {
        Customer: { type: "Ref", table: "Customers" },
        Line: "Number",
        Name: "Text",
        Note: "LongText",
        N: "Number",
        M: "Number",
        Price: "Price",
        Rate: "Decimal",
        Done: "Yes/No",
        Day: "Date",
        Due: "Date",
        At: "DateTime",
        Clock: "Time",
        Span: "Duration",
        Tags: { type: "List", itemType: "Text" },
      },
    },
  },
  slices: { Open: { table: "Orders", filter: "NOT([Done])" } },
};

const customer = fc.record({
  ID: pick(["c", "C", "k", "İ", "c: 1"]),
  Name: text,
  City: text,
  Limit: decimal,
  Since: day,
  Rank: whole,
  Active: blank(fc.boolean()),
});
const order = fc.record({
  Customer: pick(["c", "C", "k", "İ", "gone"]),
  Line: fc.integer({ min: 1, max: 5 }),
  Name: text,
  Note: text,
  N: whole,
  M: whole,
  Price: decimal,
  Rate: decimal,
  Done: blank(fc.boolean()),
  Day: day,
  Due: day,
  At: moment,
  Clock: blank(pick(clocks)),
  Span: blank(pick(["000:00:00", "-100:00:01", "036:15:00", "000:59:59"])),
  Tags: fc.array(text, { maxLength: 3 }),
});
export const customers = fc.uniqueArray(customer, { maxLength: 4, selector: ({ ID }) => ID });
export const orders = fc.uniqueArray(order, {
  minLength: 1,
  maxLength: 8,
  selector: ({ Customer, Line }) => `${Customer}: ${Line}`,
});

export const bases = (["consistent", "legacy"] as const).map((blanks) => readScope({ ...scope, blanks }));
export const scopes = bases.map((base) =>
  withFormulas(base, [
    ["Customers", "Related Orders", 'REF_ROWS("Orders", "Customer")'],
    ["Customers", "Total", "SUM([Related Orders][Price])"],
    ["Customers", "Label", '[Name] & " / " & [City]'],
    ["Orders", "Double", "[Price] * [Rate]"],
  ]),
);

/** A request whose tables have two sides: all rows, and those that the filters let through. */
export function requestOver(
  context: EvaluationContext,
  blanks: number,
  filterSources: Readonly<Record<string, string>>,
) {
  const own = scopes[blanks] as (typeof scopes)[number];
  const { request } = bindContext(bases[blanks] as (typeof bases)[number], context);
  const filterOf = new Map(
    Object.entries(filterSources).map(([name, source]) => {
      const checked = check(
        source,
        name === "Customers" ? { ...own, row: own.tables.get("Customers") } : own,
      ).output;
      if (checked === undefined) throw new Error(source);
      return [name, checked] as const;
    }),
  );
  const visible = new Map<string, TableRows>();
  const seen = { ...request, rowsOf: (name: string) => visible.get(name) ?? request.rowsOf(name) };
  const all = new Map(
    [...own.tables].map(([name, table]) => [name, { table, rows: request.rowsOf(name).rows }]),
  );
  for (const [name, { table, rows }] of all) {
    const filter = filterOf.get(name) as CheckedExpression;
    visible.set(
      name,
      new RowTable(
        rows.filter((row) => evaluateRow(filter, row, request) === true),
        table,
      ),
    );
  }
  return { request: seen, filterOf, all };
}

export function contextOf(customerRows: readonly object[], orderRows: readonly object[]): EvaluationContext {
  return {
    tables: { Customers: customerRows, Orders: orderRows } as unknown as Record<
      string,
      readonly Record<string, JsonValue>[]
    >,
    now: "2026-03-14T15:09:26",
    user: { email: "Straße" },
    parameters: { word: "KEY", amount: 0.3 },
  };
}

/** The scope with virtual columns added to its tables, each of which may read the ones before it. */
export function withFormulas(
  scope: ExpressionScope,
  formulas: readonly (readonly [table: string, column: string, source: string])[],
): ExpressionScope {
  let made = scope;
  for (const [name, column, source] of formulas) {
    const table = made.tables.get(name) as TableScope;
    const { output, diagnostics } = check(source, { ...made, row: table });
    if (output === undefined) throw new Error(JSON.stringify(diagnostics));
    const added: ScopeColumn = { isVirtual: true, name: column, type: output.type, formula: output };
    const extended = { ...table, columns: [...table.columns, added] };
    const tables = new Map(made.tables).set(name, extended);
    made = { ...made, tables, row: made.row?.name === name ? extended : made.row };
  }
  return made;
}
