import { evaluateRow } from "@tablewright/core/compiler";
import {
  type CheckedExpression,
  EvaluationError,
  type FindPlan,
  type FoundRows,
  type Row,
  type Store,
} from "@tablewright/core/storage";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { answerPlan, finishFind } from "../finish-find.ts";
import { randomRuns } from "../random-runs.ts";
import type { MakeStore } from "../store-under-test.ts";
import { specimenRows } from "../tables/specimen-rows.ts";
import { specimenScope } from "../tables/specimens.ts";
import { allRows, type Filters, someFilters, throughFilters } from "./filtered-tables.ts";
import { generatedCondition, generatedSortValue } from "./generated-conditions.ts";
import { find, replaceSpecimens, withSpecimens } from "./specimen-store.ts";

/**
 * Whatever is asked, what a store finds and what it leaves undone come to what the evaluator answers, through security
 * filters on the tables that conditions read. `pushed` is the share of conditions that the store applies at least, so
 * that none is lost unseen.
 */
export function describePushDown(make: MakeStore, pushed: number): void {
  describe("generated plans", { timeout: 3_600_000 }, () => {
    test("find what the evaluator finds", () =>
      withSpecimens(make, async (store) => {
        let [asked, applied] = [0, 0];
        const property = fc.asyncProperty(specimenRows, somePlans, async (rows, plans) => {
          const stored = await replaceSpecimens(store, rows);
          for (const plan of plans) {
            const comparison = await compare(store, stored, plan);
            asked += plan.conditions.length;
            applied += plan.conditions.length - comparison.residual.length;
          }
        });
        await fc.assert(property, { numRuns: Math.ceil(PLANS / PLANS_OF_ROWS) });
        const chance = 4 * Math.sqrt((pushed * (1 - pushed)) / asked); // conditions are drawn: one run in 30,000 is further off
        expect(applied / asked).toBeGreaterThanOrEqual(pushed - chance);
      }));
  });
}

/** The environment variable asks for a long run. */
const PLANS = Number(process.env.TABLEWRIGHT_PLANS ?? randomRuns(400));

/** How many plans are tried on the same rows. */
const PLANS_OF_ROWS = 25;

type Parts = Pick<FindPlan, "conditions" | "order"> & {
  readonly computed: readonly CheckedExpression[];
  readonly limit: number | undefined;
  readonly filters: Filters;
};

const plan: fc.Arbitrary<Parts> = fc.record({
  conditions: fc.array(generatedCondition, { maxLength: 3 }),
  order: fc.array(fc.record({ expression: generatedSortValue, descending: fc.boolean() }), { maxLength: 2 }),
  computed: fc.array(fc.oneof(generatedSortValue, generatedCondition), { maxLength: 2 }),
  limit: fc.option(fc.integer({ min: 0, max: 30 }), { nil: undefined }),
  filters: someFilters,
});

const somePlans = fc.array(plan, { minLength: PLANS_OF_ROWS, maxLength: PLANS_OF_ROWS });

/**
 * As the engine asks: the table's own filter goes before everything. A store may come upon an error where the evaluator does not:
 * the caller evaluates the expression then.
 */
async function compare(store: Store, stored: readonly Row[], parts: Parts): Promise<FoundRows> {
  const { conditions, order, limit, filters, computed } = parts;
  const { Specimens: filter } = filters;
  const everything = allRows(stored);
  const context = throughFilters(everything, filters);
  const isVisible = (row: Row) => filter === undefined || evaluateRow(filter, row, everything) === true;
  const plan: FindPlan = { table: "Specimens", conditions, order, computed, context };
  const limitedPlan = limit === undefined ? plan : { ...plan, limit };
  const request = {
    ...limitedPlan,
    ...(filter === undefined ? {} : { rowFilter: filter }),
    rowSecurity: { filterOf: (table: string) => filters[table], filtering: everything },
  };
  const meant = unlessError(() => answerPlan(stored.filter(isVisible), limitedPlan));
  const result = await find(store, request).catch(refuseOther);
  if (result === undefined) return { rows: [], residual: [], ordered: false, limited: false };
  const isFiltered = filter === undefined || result.filtered === true;
  if (isFiltered) expectComputed(result, plan);
  else expectNothingDone(result, stored, plan);
  const stripped = result.rows.map((row) => row.slice(0, specimenScope.rowNumberIndex + 1));
  const rows = isFiltered ? stripped : stripped.filter(isVisible);
  const finished = unlessError(() => finishFind({ ...result, rows }, limitedPlan));
  if (meant !== undefined && finished !== undefined)
    expect({ ...told(parts), rows: finished }).toEqual({ ...told(parts), rows: meant });
  return result;
}

/** A store that does not apply the security filter evaluates nothing else of a plan. */
function expectNothingDone(
  { rows, ordered, limited, residual }: FoundRows,
  stored: readonly Row[],
  plan: FindPlan,
): void {
  expect({ rows, ordered, limited, residual }).toEqual({
    rows: stored,
    ordered: false,
    limited: false,
    residual: plan.conditions,
  });
}

/** What a store computes beside its rows is what the evaluator computes. */
function expectComputed({ rows, computed = [] }: FoundRows, plan: FindPlan): void {
  for (const [place, expression] of computed.entries()) {
    expect(plan.computed).toContain(expression);
    for (const row of rows) {
      const meant = unlessError(() => [evaluateRow(expression, row, plan.context)]);
      const actual = row[specimenScope.rowNumberIndex + 1 + place];
      if (meant !== undefined) expect([expression.source, actual]).toEqual([expression.source, ...meant]);
    }
  }
}

function unlessError<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (thrown) {
    return refuseOther(thrown);
  }
}

function refuseOther(thrown: unknown): undefined {
  if (!(thrown instanceof EvaluationError)) throw thrown;
}

/** A plan as it is written, for the reader of a test that has failed. */
function told({ conditions, order, limit, filters }: Parts) {
  return {
    conditions: conditions.map(({ source }) => source),
    order: order.map(({ expression, descending }) => `${expression.source}${descending ? ", TRUE" : ""}`),
    limit,
    filters: Object.entries(filters).map(([table, { source }]) => `${table}: ${source}`),
  };
}
