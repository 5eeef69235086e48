import {
  compareValues,
  DecimalSum,
  EvaluationError,
  evaluateRow,
  type FindPlan,
  type Fold,
  type Grouping,
  hashOf,
  type Row,
  type RowGroup,
  readDecimalDigits,
  type Store,
  type Value,
} from "@tablewright/core/storage";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { answerPlan } from "../finish-find.ts";
import type { MakeStore } from "../store-under-test.ts";
import { specimenRows } from "../tables/specimen-rows.ts";
import { specimens } from "../tables/specimens.ts";
import { allRows, someFilters, throughFilters } from "./filtered-tables.ts";
import { generatedCondition } from "./generated-conditions.ts";
import { replaceSpecimens, withSpecimens } from "./specimen-store.ts";

/**
 * Groups that a store makes are those of the rows that the evaluator finds after the security filter, put together by the
 * language's equality. `grouped` is the share of plans that the store groups at least.
 */
export function describeGrouping(make: MakeStore, grouped: number): void {
  describe("groups", { timeout: 3_600_000 }, () => {
    test("are those of the rows", () =>
      withSpecimens(make, async (store) => {
        let [asked, answered] = [0, 0];
        const property = fc.asyncProperty(specimenRows, somePlans, async (rows, plans) => {
          const stored = await replaceSpecimens(store, rows);
          for (const plan of plans) {
            asked++;
            if (await compare(store, stored, plan)) answered++;
          }
        });
        await fc.assert(property, { numRuns: Math.ceil(PLANS / PLANS_OF_ROWS) });
        expect(answered / asked).toBeGreaterThanOrEqual(grouped);
      }));
  });
}

/** The environment variable asks for a long run. */
const PLANS = Number(process.env.TABLEWRIGHT_PLANS ?? 200);

const PLANS_OF_ROWS = 25;

const columns = [...specimens.columns.keys()];

const amounts = columns.filter((at) => /number|duration/.test(familyOf(at)));

const ordered = columns.filter((at) => /number|duration|date|time/.test(familyOf(at)));

const fold: fc.Arbitrary<Fold> = fc.oneof(
  fc.record({ name: fc.constantFrom("SUM", "COUNT"), column: fc.constantFrom(...amounts) }),
  fc.record({ name: fc.constantFrom("MIN", "MAX"), column: fc.constantFrom(...ordered) }),
);

const plan = fc.record({
  conditions: fc.array(generatedCondition, { maxLength: 1 }),
  by: fc.uniqueArray(fc.constantFrom(...columns), { maxLength: 2 }),
  folds: fc.array(fold, { maxLength: 3 }),
  filters: someFilters,
});

const somePlans = fc.array(plan, { minLength: PLANS_OF_ROWS, maxLength: PLANS_OF_ROWS });

type Parts = typeof plan extends fc.Arbitrary<infer T> ? T : never;

/** Whether the store has grouped the rows. What it leaves to the engine other tests look at. */
async function compare(store: Store, stored: readonly Row[], parts: Parts): Promise<boolean> {
  const { conditions, by, folds, filters } = parts;
  const { Specimens: filter } = filters;
  const everything = allRows(stored);
  const grouping: Grouping = { by, folds };
  const plan: FindPlan = {
    table: "Specimens",
    conditions,
    order: [],
    grouping,
    context: throughFilters(everything, filters),
    ...(filter === undefined ? {} : { rowFilter: filter }),
    rowSecurity: { filterOf: (table: string) => filters[table], filtering: everything },
  };
  try {
    const groups = await store.read(async (transaction) => {
      const found = await transaction.find(plan);
      if (found.groups === undefined) return undefined;
      expect(found.residual).toEqual([]);
      return (await allOf(found.groups)).flat();
    });
    if (groups === undefined) return false;
    const isVisible = (row: Row) => filter === undefined || evaluateRow(filter, row, everything) === true;
    const rows = answerPlan(stored.filter(isVisible), plan);
    const sources = conditions.map(({ source }) => source);
    expect({ sources, grouping, groups: merged(groups, grouping) }).toEqual({
      sources,
      grouping,
      groups: merged(
        rows.map((row) => groupOf(row, grouping)),
        grouping,
      ),
    });
    return true;
  } catch (thrown) {
    // Where a condition fails on a row the engine evaluates it, whatever a store made of it.
    if (thrown instanceof EvaluationError) return false;
    throw thrown;
  }
}

async function allOf<T>(parts: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const part of parts) all.push(part);
  return all;
}

/** A row as a group of its own. */
function groupOf(row: Row, { by, folds }: Grouping): RowGroup {
  const valueAt = (at: number) => row[at] ?? null;
  const folded = folds.map(({ name, column }) => {
    const value = valueAt(column) as number | null;
    if (name === "COUNT") return value === null ? 0 : 1;
    if (name !== "SUM" || value === null) return value;
    const sum = new DecimalSum();
    sum.add(value);
    return sum.text() ?? "infinite";
  });
  return { by: by.map(valueAt), rows: 1, folded };
}

/** Groups by what their values are equal to: the number of rows, and the folds of all of them. */
function merged(groups: readonly RowGroup[], { by, folds }: Grouping): Readonly<Record<string, unknown>> {
  const parts = new Map<string, RowGroup[]>();
  for (const group of groups) {
    if (group.rows === 0) continue;
    const equal = JSON.stringify(group.by.map((value, at) => hashOf(value, familyOf(by[at] as number))));
    parts.set(equal, [...(parts.get(equal) ?? []), group]);
  }
  return Object.fromEntries(
    [...parts].map(([equal, some]) => [
      equal,
      {
        names: [...new Set(some.map((group) => JSON.stringify(group.by)))].toSorted(),
        rows: some.reduce((count, { rows }) => count + rows, 0),
        folds: folds.map((one, at) =>
          foldAll(
            one,
            some.map(({ folded }) => folded[at] ?? null),
          ),
        ),
      },
    ]),
  );
}

function foldAll({ name, column }: Fold, values: readonly Value[]): Value {
  if (name === "COUNT") return values.reduce<number>((count, value) => count + Number(value), 0);
  if (name === "SUM") return totalOf(values);
  const family = familyOf(column);
  const sorted = values.filter((value) => value !== null).toSorted((a, b) => compareValues(a, b, family));
  return sorted.at(name === "MIN" ? 0 : -1) ?? null;
}

/** The sum as the engine answers it: rounded once, when all is added up. */
function totalOf(values: readonly Value[]): number {
  const sum = new DecimalSum();
  for (const value of values) {
    const decimal = readDecimalDigits(String(value ?? 0));
    if (decimal === undefined) throw new Error(`${JSON.stringify(value)} is no sum.`);
    sum.addExact(decimal);
  }
  return sum.total();
}

function familyOf(at: number) {
  const column = specimens.columns[at];
  if (column === undefined) throw new RangeError(`There is no column ${at}.`);
  return column.family;
}
