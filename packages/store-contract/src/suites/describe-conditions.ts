import { evaluateRow } from "@tablewright/core/compiler";
import { findAll, type Row } from "@tablewright/core/storage";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkSource } from "../check-source.ts";
import { conditions } from "../conditions.ts";
import { finishFind } from "../finish-find.ts";
import { randomRuns } from "../random-runs.ts";
import { firstValues } from "../read-rows.ts";
import type { MakeStore } from "../store-under-test.ts";
import { specimenRows } from "../tables/specimen-rows.ts";
import { find, replaceSpecimens, specimenPlan, withSpecimens } from "./specimen-store.ts";

/** What a store filters by must be what the evaluator would have kept. */
export function describeConditions(make: MakeStore): void {
  describe("conditions", () => {
    test("every value comes back as it was stored", () =>
      withSpecimens(make, async (store) => {
        await fc.assert(
          fc.asyncProperty(specimenRows, async (rows) => {
            expect(await replaceSpecimens(store, rows)).toEqual(rows.map((row, at) => [...row, at + 1]));
          }),
          { numRuns: randomRuns(100) },
        );
      }));

    test.each<[string, number, readonly string[]]>([
      ["about a row alone", SETS / 5, aboutRowAlone],
      ["about the place of a row or other rows of its table", SETS, aboutOthers],
    ])("each condition %s keeps the rows that the evaluator keeps", (_, numRuns, sources) =>
      withSpecimens(make, async (store) => {
        const checked = sources.map((source) => checkSource(source, { kind: "Yes/No" }));
        const count = SETS / numRuns;
        const sets = fc.array(specimenRows, { minLength: count, maxLength: count });
        await fc.assert(
          fc.asyncProperty(sets.map(withKeys), async (rows) => {
            const stored = await replaceSpecimens(store, rows);
            for (const condition of checked) {
              const plan = specimenPlan(stored, { conditions: [condition] });
              const result = finishFind(await find(store, plan), plan);
              const expected = stored.filter((row) => evaluateRow(condition, row, plan.context) === true);
              expect(firstValues(result), condition.source).toEqual(firstValues(expected));
              expect(result, condition.source).toEqual(expected);
            }
          }),
          { numRuns },
        );
      }),
    );

    test("conditions see what the transaction has written", () =>
      withSpecimens(make, async (store) => {
        const condition = checkSource("[Rank] = 2", { kind: "Yes/No" });
        const plan = specimenPlan([], { conditions: [condition] });
        await replaceSpecimens(store, [row("a", 1), row("b", 2), row("c", 2)]);
        await store.write(async (transaction) => {
          await transaction.insert("Specimens", [row("d", 2)]);
          await transaction.update("Specimens", [row("a", 2), row("b", 3)]);
          await transaction.delete("Specimens", [["c"]]);
          const inside = finishFind(await findAll(transaction, plan), plan);
          expect(firstValues(inside)).toEqual(["a", "d"]);
          const outside = finishFind(await find(store, plan), plan);
          expect(firstValues(outside)).toEqual(["b", "c"]);
        });
        expect(firstValues(finishFind(await find(store, plan), plan))).toEqual(["a", "d"]);
      }));
  });
}

/** How many sets of rows each condition is asked about. */
const SETS = 5 * randomRuns(4);

/** These are asked about several sets of rows in one table: to ask takes longer than to look at more rows. */
const aboutRowAlone = conditions.filter((source) => !isAboutOthers(source));
const aboutOthers = conditions.filter(isAboutOthers);

function isAboutOthers(source: string): boolean {
  return /\[Key\]|\[_RowNumber\]|Specimens/u.test(source);
}

/** The rows of all sets, their keys all different. */
function withKeys(sets: readonly (readonly Row[])[]): readonly Row[] {
  return sets.length === 1 ? sets.flat() : sets.flat().map((row, at) => row.with(0, `K${at}`));
}

/** A specimen with nothing but a key and a rank. */
function row(key: string, rank: number) {
  return [key, null, null, null, rank];
}
