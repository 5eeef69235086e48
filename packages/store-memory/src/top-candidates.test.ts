import { check, orderRows, runToEnd } from "@tablewright/core/compiler";
import {
  type CheckedExpression,
  Meter,
  type RequestContext,
  type Row,
  type StoredTable,
} from "@tablewright/core/storage";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readScope } from "../../core/conformance/read-context.ts";
import { findInTables } from "./find-rows.ts";
import { TableVersion } from "./table-version.ts";

const scope = readScope({
  tables: { T: { key: "Id", columns: { Id: "Number", Price: "Price", Name: "Text" } } },
  table: "T",
});

const table: StoredTable = {
  name: "T",
  columns: [
    { name: "Id", kind: "integer", family: "number", indexed: false },
    { name: "Price", kind: "real", family: "number", indexed: false },
    { name: "Name", kind: "text", family: "text", indexed: false },
  ],
  key: [0],
  rowNumbers: "position",
};

const price = fc.oneof(
  fc.constantFrom(null, 0, -0, 0.3, 0.1 + 0.2, 1e300, -1e300, 9.95, 9.950000000000001),
  fc.integer({ min: -5, max: 5 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const key = fc.record({ name: fc.constantFrom("Price", "Name", "Id"), descending: fc.boolean() });

test("the first rows of an order are those of sorting all, and cost as much", () => {
  const parameters = [
    fc.array(price, { minLength: 65, maxLength: 130 }),
    fc.array(key, { minLength: 1, maxLength: 3 }),
    fc.constantFrom(1, 2, 9, 64, 200, 1_000, 1_001),
    fc.constantFrom([], ["[Id] <> 5"]),
  ] as const;
  fc.assert(
    fc.property(...parameters, (prices, keys, limit, sources) => {
      // Two parts that are scanned apart.
      const rows = Array.from(
        { length: 4_096 + 200 },
        (_, id): Row => [id, prices[(id * 31) % prices.length] ?? null, `${id % 3}`],
      );
      const version = TableVersion.empty(table);
      version.insert(rows);
      const order = keys.map(({ name, descending }) => ({ expression: checked(`[${name}]`), descending }));
      const conditions = sources.map(checked);
      const all = version.rows.toArray().filter(([id]) => conditions.length === 0 || id !== 5);
      const expected = runToEnd(orderRows(all, order, request(), limit));
      const costs = [1, 2, 3].map(() => {
        const context = request();
        const found = runToEnd(findInTables(version, { table: "T", conditions, order, limit, context }));
        expect(found.rows).toEqual(expected);
        return context.meter.spent;
      });
      expect(new Set(costs).size).toBe(1);
    }),
    { numRuns: 20 },
  );
});

test("an order that may fail on a row is looked at on every row", () => {
  const version = TableVersion.empty(table);
  const rows = Array.from({ length: 4_000 }, (_, id): Row => [id, id, null]);
  version.insert([...rows, [9_007_199_254_740_991, 9_999, null]]);
  const order = [
    { expression: checked("[Price]"), descending: false },
    { expression: checked("[Id] + 1 + 1"), descending: false },
  ];
  for (let scan = 0; scan < 3; scan++)
    expect(() =>
      runToEnd(findInTables(version, { table: "T", conditions: [], order, limit: 3, context: request() })),
    ).toThrow(expect.objectContaining({ code: "run/overflow" }));
});

function checked(source: string): CheckedExpression {
  const { output, diagnostics } = check(source, scope);
  if (output === undefined) throw new Error(diagnostics.map(({ message }) => message).join(" "));
  return output;
}

function request(): RequestContext {
  return { meter: new Meter(), locale: "en-US" } as RequestContext;
}
