import type { SortKey } from "@tablewright/core/storage";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkSource } from "../check-source.ts";
import { conditions } from "../conditions.ts";
import { answerPlan, finishFind } from "../finish-find.ts";
import { randomRuns } from "../random-runs.ts";
import { firstValues } from "../read-rows.ts";
import type { MakeStore } from "../store-under-test.ts";
import { specimenRows } from "../tables/specimen-rows.ts";
import { find, replaceSpecimens, specimenPlan, withSpecimens } from "./specimen-store.ts";

const sortSources = [
  "[Label]",
  "[Note]",
  "[Key]",
  "[Count]",
  "[Rank]",
  "[Weight]",
  "[Cost]",
  "[Flag]",
  "[Day]",
  "[At]",
  "[Clock]",
  "[Span]",
  "[Place]",
  "[Team]",
  "LEN([Label])",
  "[Rank] + [Cost]",
  "[Team].[Size]",
  "[_RowNumber]",
];

/** Orders and limits, alone and with conditions. */
export function describeOrdering(make: MakeStore): void {
  describe("ordering and limits", () => {
    test("blanks come first, ties stay in stored order, whichever way the key runs", () =>
      withSpecimens(make, async (store) => {
        const ranks = [2, null, 1, 2, null, 1];
        const stored = await replaceSpecimens(
          store,
          ranks.map((rank, at) => [`k${at}`, null, null, null, rank]),
        );
        const sorted = async (descending: boolean) => {
          const plan = specimenPlan(stored, { order: [sortKey("[Rank]", descending)] });
          return firstValues(finishFind(await find(store, plan), plan));
        };
        expect(await sorted(false)).toEqual(["k1", "k4", "k2", "k5", "k0", "k3"]);
        expect(await sorted(true)).toEqual(["k0", "k3", "k2", "k5", "k1", "k4"]);
      }));

    test("a limit takes the first rows, and no more than there are", () =>
      withSpecimens(make, async (store) => {
        const stored = await replaceSpecimens(store, [["a"], ["b"], ["c"]]);
        for (const limit of [0, 1, 2, 3, 4, 1_000]) {
          const plan = specimenPlan(stored, { limit });
          const result = finishFind(await find(store, plan), plan);
          expect(firstValues(result)).toEqual(["a", "b", "c"].slice(0, limit));
        }
      }));

    test("any conditions, order and limit give what the evaluator gives", () =>
      withSpecimens(make, async (store) => {
        const plans = fc.record({
          conditions: fc.array(condition, { maxLength: 3 }),
          order: fc.array(fc.constantFrom(...sortKeys()), { maxLength: 3 }),
          limit: fc.option(fc.integer({ min: 0, max: 30 }), { nil: undefined }),
        });
        await fc.assert(
          fc.asyncProperty(
            specimenRows,
            fc.array(plans, { minLength: 5, maxLength: 5 }),
            async (rows, parts) => {
              const stored = await replaceSpecimens(store, rows);
              for (const { conditions, order, limit } of parts) {
                const plan = specimenPlan(stored, {
                  conditions,
                  order,
                  ...(limit === undefined ? {} : { limit }),
                });
                const result = await find(store, plan);
                expectHonest(result, plan);
                expect(finishFind(result, plan)).toEqual(answerPlan(stored, plan));
              }
            },
          ),
          { numRuns: randomRuns(100) },
        );
      }));
  });
}

const condition = fc.constantFrom(...conditions).map((source) => checkSource(source, { kind: "Yes/No" }));

function sortKeys(): SortKey[] {
  return sortSources.flatMap((source) => [sortKey(source, false), sortKey(source, true)]);
}

function sortKey(source: string, descending: boolean): SortKey {
  return { expression: checkSource(source), descending };
}

type Find = typeof find;

/** A store orders only when it has applied every condition, and limits only when it has done all before. */
function expectHonest(found: Awaited<ReturnType<Find>>, plan: Parameters<Find>[1]): void {
  for (const one of found.residual) expect(plan.conditions).toContain(one);
  if (found.ordered) expect(found.residual).toEqual([]);
  if (!found.limited) return;
  expect(found.residual).toEqual([]);
  expect(found.ordered || plan.order.length === 0).toBe(true);
  expect(found.rows.length).toBeLessThanOrEqual(plan.limit ?? 0);
}
