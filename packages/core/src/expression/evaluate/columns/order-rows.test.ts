import fc from "fast-check";
import { expect, test } from "vitest";
import { compareValues, type Value } from "../../../values/index.ts";
import { check } from "../../check/check.ts";
import { readScope } from "../../context/read-scope.ts";
import { Meter } from "../../runtime/meter.ts";
import type { RequestContext } from "../../runtime/request-context.ts";
import type { CheckedExpression } from "../../tree/checked-expression.ts";
import { valueFamilyOf } from "../../tree/type.ts";
import { evaluateRow } from "../rows/evaluate-row.ts";
import { ColumnTable } from "./column-table.ts";
import { orderRows, type RowOrder } from "./order-rows.ts";

const scope = readScope({
  columns: { Age: "Number", Price: "Price", Name: "Text", Born: "Date", Member: "Yes/No" },
});

const row = fc.tuple<Value[]>(
  fc.option(fc.integer({ min: 0, max: 4 }), { freq: 4 }),
  fc.option(fc.constantFrom(0.1, 0.3, 0.1 + 0.2, -2, 1e300), { freq: 4 }),
  fc.option(fc.constantFrom("b", "B", "a", "Ä", "𠮷", "Zoë"), { freq: 4 }),
  fc.option(fc.integer({ min: 1, max: 3 }), { freq: 4 }),
  fc.option(fc.boolean(), { freq: 4 }),
);

const sources = [
  "[Age]",
  "[Price]",
  "[Name]",
  "[Born]",
  "[Member]",
  "[Price] * [Age]",
  "LEFT([Name], 1)",
  "LEN([Name])",
  "-[Age]",
];

const order = fc.array(fc.record({ source: fc.constantFrom(...sources), descending: fc.boolean() }), {
  minLength: 1,
  maxLength: 3,
});

test("rows come in the order of their sort values, ties as they stood", () => {
  fc.assert(
    fc.property(
      order,
      fc.array(row, { maxLength: 40 }),
      fc.integer({ min: -1, max: 45 }),
      (expected, rows, limit) => {
        const keys = expected.map(({ source, descending }) => ({ expression: checked(source), descending }));
        const positions = Int32Array.from(rows.keys());
        const found = orderRows(positions, keys, new ColumnTable(rows), context(), limit);
        expect([...found]).toEqual(sorted(rows, keys).slice(0, Math.max(0, limit)));
      },
    ),
    { numRuns: 500 },
  );
});

function sorted(rows: readonly (readonly Value[])[], keys: readonly RowOrder[]): readonly number[] {
  return [...rows.keys()].sort((a, b) => {
    for (const { expression, descending } of keys) {
      const [left, right] = [a, b].map((at) =>
        evaluateRow(expression, rows[at] as readonly Value[], context()),
      );
      const order = compareValues(left ?? null, right ?? null, valueFamilyOf(expression.type));
      if (order !== 0) return descending ? -order : order;
    }
    return a - b;
  });
}

function checked(source: string): CheckedExpression {
  return check(source, scope).output as CheckedExpression;
}

function context(): RequestContext {
  return { meter: new Meter(), locale: "en-US" } as RequestContext;
}
