import { check, compareValues, evaluateRow, runToEnd, valueFamilyOf } from "@tablewright/core/compiler";
import { defaultLimits } from "@tablewright/core/expression";
import {
  type CheckedExpression,
  EvaluationError,
  type FindPlan,
  type FoundRows,
  Meter,
  type RequestContext,
  type Row,
  type StoredTable,
  type Value,
} from "@tablewright/core/storage";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readScope } from "../../core/conformance/read-context.ts";
import { findInTables } from "./find-rows.ts";
import { TableVersion } from "./table-version.ts";

const scope = readScope({
  tables: {
    T: { key: "Id", columns: { Id: "Number", Price: "Price", Name: "Text", Day: "Date", Open: "Yes/No" } },
  },
  table: "T",
});

const table: StoredTable = {
  name: "T",
  columns: [
    { name: "Id", kind: "integer", family: "number", indexed: false },
    { name: "Price", kind: "real", family: "number", indexed: false },
    { name: "Name", kind: "text", family: "text", indexed: true },
    { name: "Day", kind: "integer", family: "date", indexed: true },
    { name: "Open", kind: "boolean", family: "yes/no", indexed: false },
  ],
  key: [0],
  rowNumbers: "position",
};

test("conditions are tried on visible rows alone, which alone cost the caller anything", () => {
  const cells = (id: number): Value[] => [
    id,
    id / 2,
    id % 2 === 0 ? "visible" : "x".repeat(100_000),
    id,
    id % 2 === 0,
  ];
  const rows = Array.from({ length: 500 }, (_, id) => cells(id));
  const version = TableVersion.empty(table);
  version.insert(rows);
  const [meter, filterMeter] = [new Meter(), new Meter()];
  const context = { meter, locale: "en-US" } as RequestContext;
  const plan: FindPlan = {
    table: "T",
    rowFilter: checked("[Open]"),
    conditions: [checked('SUBSTITUTE([Name], "i", "y") = "vysyble"')],
    order: [{ expression: checked("LEN([Name])"), descending: false }],
    context,
    rowSecurity: { filterOf: () => undefined, filtering: { ...context, meter: filterMeter } },
  };
  const costs = [1, 2, 3].map(() => {
    const before = meter.spent;
    expect(runToEnd(findInTables(version, plan)).rows).toHaveLength(250);
    return meter.spent - before;
  });
  expect(costs[0], "what a text of 100,000 characters costs is not among it").toBeLessThan(100_000);
  expect(new Set(costs).size, "however often the rows were scanned").toBe(1);
  expect(filterMeter.spent).toBe(3 * rows.length);
});

test("where the security filter reads other tables nothing is done", () => {
  const version = TableVersion.empty(table);
  version.insert([[1, 1, "a", 1, true]]);
  const plan: FindPlan = {
    table: "T",
    rowFilter: checked("COUNT(T[Id]) > 5"),
    conditions: [checked("[Id] = 7")],
    order: [{ expression: checked("[Id]"), descending: false }],
    limit: 0,
    inList: { column: 0, family: "number", values: [9] },
    context: { meter: new Meter() } as RequestContext,
  };
  expect(runToEnd(findInTables(version, plan))).toEqual({
    filtered: false,
    rows: [[1, 1, "a", 1, true, 1]],
    residual: plan.conditions,
    ordered: false,
    limited: false,
  });
});

const clause = fc.constantFrom(
  "[Price] > 2",
  "[Price] * [Id] < 900",
  "[Price] = 0.3",
  'CONTAINS([Name], "A")',
  '[Name] <> "b"',
  'IN([Name], LIST("ä", "zoe"))',
  '[Day] >= "1970-01-04"',
  "[Open]",
  "NOT([Open])",
  "ISBLANK([Name])",
  "OR([Open], [Price] < 1, [Id] > 6000)",
  "IF([Open], [Price] > 1, [Id] < 5000)",
  "[_RowNumber] > 4200",
  "[Id] = 4000",
  '[Name] = "ZOE"',
  '[Day] = "1970-01-05"',
  "[Id] % 3 = 1",
);
const conditions = fc.array(clause, { minLength: 1, maxLength: 4 }).map((clauses) => clauses.map(checked));
const key = fc.record({
  expression: fc
    .constantFrom("[Price]", "[Name]", "[Day]", "[Open]", "[Price] - [Id]", "LEN([Name])")
    .map(checked),
  descending: fc.boolean(),
});

const step = fc.oneof(
  fc.record({ op: fc.constant("update" as const), ids: fc.array(fc.nat({ max: 9_000 }), { maxLength: 9 }) }),
  fc.record({ op: fc.constant("delete" as const), ids: fc.array(fc.nat({ max: 9_000 }), { maxLength: 9 }) }),
  fc.record({ op: fc.constant("insert" as const), count: fc.integer({ min: 1, max: 300 }) }),
  fc.record({
    op: fc.constant("update in place" as const),
    ids: fc.array(fc.nat({ max: 9_000 }), { maxLength: 9 }),
  }),
  fc.record({ op: fc.constant("give up" as const), ids: fc.array(fc.nat({ max: 9_000 }), { maxLength: 9 }) }),
);

test("whatever was scanned and written before, a plan finds the rows that evaluating one by one finds", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(conditions, fc.array(step, { maxLength: 2 })), { minLength: 1, maxLength: 5 }),
      fc.array(key, { maxLength: 2 }),
      fc.option(fc.constantFrom(0, 1, 7, 3_000), { nil: undefined }),
      (rounds, order, limit) => {
        let version = TableVersion.empty(table);
        version.insert(rowsFrom(0, 6_000));
        const versions: TableVersion[] = [];
        for (const [expected, steps] of rounds) {
          const plan = { conditions: expected, order, ...(limit === undefined ? {} : { limit }) };
          for (let scan = 0; scan < 3; scan++) expectFound(version, plan);
          versions.push(version);
          for (const step of steps) version = after(version, step);
          for (const one of [version, ...versions]) expectFound(one, plan);
        }
      },
    ),
    { numRuns: 6 },
  );
});

test("a condition that fails on some row fails alike, by rows and by columns", () => {
  const version = TableVersion.empty(table);
  version.insert([...rowsFrom(0, 5_000), [9_007_199_254_740_991, 1, "b", 1, true]]);
  const failing = [checked("[Open]"), checked("[Id] * 2 > [Price]"), checked("[Id] + 1 + 1 > 0")];
  const errors = [1, 2, 3].map(() => {
    try {
      return found(version, { conditions: failing, order: [] });
    } catch (error) {
      return error instanceof EvaluationError ? { code: error.code, span: error.span } : error;
    }
  });
  expect(errors[0]).toMatchObject({ code: "run/overflow" });
  expect(errors).toEqual([errors[0], errors[0], errors[0]]);
  const guarded = [checked("[Id] < 9000"), ...failing];
  for (let scan = 0; scan < 3; scan++) expectFound(version, { conditions: guarded, order: [] });
});

test("every row that an index finds is paid for, whether its condition is tried again or not", () => {
  const version = TableVersion.empty(table);
  version.insert(rowsFrom(0, 3_000));
  const edited = version.fork();
  edited.update([[1, 0, "b", 9, true]]);
  for (const [one, limit] of [
    [version, undefined],
    [version, 7],
    [edited, undefined],
  ] as const) {
    const context = request();
    const plan = { conditions: [checked('[Name] = "ZOE"')], order: [], ...(limit && { limit }) };
    const { rows } = found(one, plan, context);
    expect(rows.length).toBeGreaterThan(5);
    expect(context.meter.spent - rows.length).toBeLessThan(2);
  }
});

test("every row of a scan is paid for, by rows and by columns", () => {
  const version = TableVersion.empty(table);
  version.insert(rowsFrom(0, 10_000));
  for (let scan = 0; scan < 3; scan++) {
    const context = request();
    found(version, { conditions: [checked("[Price] > 2")], order: [] }, context);
    expect(context.meter.spent).toBe(10_000);
    expect(() => found(version, { conditions: [checked("[Open]")], order: [] }, request(5_000))).toThrow(
      EvaluationError,
    );
  }
});

test("a long scan lets others have their turn, and finds what was there when it began", () => {
  const version = TableVersion.empty(table);
  version.insert(rowsFrom(0, 60_000));
  let looks = 0;
  const slice = {
    get isOver() {
      return looks++ % 200 === 199;
    },
    pause: async () => {},
  };
  const context = { ...request(), meter: new Meter(defaultLimits, undefined, undefined, slice) };
  const plan = { table: "T", conditions: [checked("[Id] % 3 = 1")], order: [], context };
  const work = findInTables(version, plan);
  let pauses = 0;
  let newest = version;
  let step = work.next();
  for (; !step.done; step = work.next()) {
    pauses++;
    newest = newest.fork();
    newest.delete([[1], [50_002 + pauses * 3]]);
    newest.update([[4, 0, null, null, null]]);
    runToEnd(findInTables(newest, { ...plan, context: request() }));
  }
  expect(pauses).toBeGreaterThan(1);
  expect(step.value.rows).toHaveLength(Math.ceil(59_999 / 3));
  expect(step.value.rows.every(([id], at) => id === at * 3 + 1)).toBe(true);
  expect(step.value.rows.every((row, at) => row.at(-1) === at * 3 + 2)).toBe(true);
});

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** The newest version after a step: a transaction of its own, one that goes on, or one that is rolled back. */
function after(version: TableVersion, step: Step): TableVersion {
  const fork = step.op === "update in place" ? version : version.fork();
  if (step.op === "insert") {
    const ids = version.rows.toArray().map(([id]) => id as number);
    fork.insert(rowsFrom(Math.max(...ids) + 1, step.count));
  } else if (step.op === "delete") fork.delete(step.ids.map((id) => [id]));
  else {
    const there = [...new Set(step.ids)].filter((id) => version.rowOf([id]) !== undefined);
    fork.update(there.map((id): Row => [id, 2.5, "zoë", id % 9, true]));
  }
  return step.op === "give up" ? version : fork;
}

type Wanted = Pick<FindPlan, "conditions" | "order" | "limit">;

function found(version: TableVersion, expected: Wanted, context = request()): FoundRows {
  return runToEnd(findInTables(version, { ...expected, table: "T", context }));
}

function expectFound(version: TableVersion, plan: Wanted): void {
  const { rows, residual } = found(version, plan);
  expect(residual).toEqual([]);
  expect(JSON.stringify(rows)).toBe(JSON.stringify(oneByOne(version, plan)));
}

function oneByOne(version: TableVersion, { conditions, order, limit }: Wanted): readonly Row[] {
  const context = request();
  const expected = version.rows
    .toArray()
    .filter((row) => conditions.every((condition) => evaluateRow(condition, row, context) === true))
    .map((row) => ({ row, keys: order.map(({ expression }) => evaluateRow(expression, row, context)) }));
  expected.sort((left, right) => {
    for (const [at, { expression, descending }] of order.entries()) {
      const [a = null, b = null] = [left.keys[at], right.keys[at]];
      const difference = compareValues(a, b, valueFamilyOf(expression.type));
      if (difference !== 0) return descending ? -difference : difference;
    }
    return 0;
  });
  return expected.slice(0, limit).map(({ row }) => row);
}

function rowsFrom(first: number, count: number): Row[] {
  return Array.from({ length: count }, (_, at): Row => {
    const id = first + at;
    const cell = (value: Value, share: number) => (id % share === 0 ? null : value);
    const price = (id % 50) / 10;
    return [
      id,
      cell(price, 11),
      cell(NAMES[id % NAMES.length] as string, 7),
      cell(id % 9, 13),
      cell(id % 2 === 0, 5),
    ];
  });
}

const NAMES = ["a", "A", "b", "Anna", "Ä", "ZOE", "𠮷", "straße"];

function checked(source: string): CheckedExpression {
  const { output, diagnostics } = check(source, scope);
  if (output === undefined) throw new Error(diagnostics.map(({ message }) => message).join(" "));
  return output;
}

/** All that these expressions ask of a request. */
function request(fuel = 5_000_000): RequestContext {
  return { meter: new Meter({ ...defaultLimits, fuel }), locale: "en-US" } as RequestContext;
}
