import { evaluateRow } from "@tablewright/core/compiler";
import {
  EvaluationError,
  type FindPlan,
  type Fold,
  type Grouping,
  type Row,
  type Store,
} from "@tablewright/core/storage";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { answerPlan } from "../finish-find.ts";
import { randomRuns } from "../random-runs.ts";
import type { MakeStore } from "../store-under-test.ts";
import { specimenRows } from "../tables/specimen-rows.ts";
import { specimens } from "../tables/specimens.ts";
import { allOf } from "./all-of.ts";
import { allRows, someFilters, throughFilters } from "./filtered-tables.ts";
import { generatedCondition } from "./generated-conditions.ts";
import { groupsOf, mergedGroups } from "./groups-of.ts";
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
        await fc.assert(property, { numRuns: Math.ceil(PLANS / PLANS_OF_ROWS), examples });
        expect(answered / asked).toBeGreaterThanOrEqual(grouped);
      }));
  });
}

/** The environment variable asks for a long run. */
const PLANS = Number(process.env.TABLEWRIGHT_PLANS ?? randomRuns(200));

const PLANS_OF_ROWS = 25;

const columns = [...specimens.columns.keys()];

const families = specimens.columns.map(({ family }) => family);

const amounts = columns.filter((at) => /number|duration/.test(String(families[at])));

const ordered = columns.filter((at) => /number|duration|date|time/.test(String(families[at])));

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

const weight = columns.find((at) => specimens.columns[at]?.name === "Weight") as number;

const weighing = (key: string, amount: number): Row =>
  columns.map((at) => (at === 0 ? key : at === weight ? amount : null));

/** Were wrong once: a sum with a number that has no double at 15 digits. */
const examples: [Row[], Parts[]][] = [
  [
    [weighing("a", Number.MAX_VALUE), weighing("b", -3.06681306861911e307)],
    [{ conditions: [], by: [], folds: [{ name: "SUM", column: weight }], filters: {} }],
  ],
];

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
      const result = await transaction.find(plan);
      if (result.groups === undefined) return undefined;
      expect(result.residual).toEqual([]);
      return (await allOf(result.groups)).flat();
    });
    if (groups === undefined) return false;
    const isVisible = (row: Row) => filter === undefined || evaluateRow(filter, row, everything) === true;
    const rows = answerPlan(stored.filter(isVisible), plan);
    const sources = conditions.map(({ source }) => source);
    expect({ sources, grouping, groups: mergedGroups(groups, grouping, families) }).toEqual({
      sources,
      grouping,
      groups: groupsOf(rows, grouping, families),
    });
    return true;
  } catch (thrown) {
    // Where a condition fails on a row the engine evaluates it, whatever a store made of it.
    if (thrown instanceof EvaluationError) return false;
    throw thrown;
  }
}
