import { hashOf } from "@tablewright/core/compiler";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { randomRuns } from "../random-runs.ts";
import type { MakeStore } from "../store-under-test.ts";
import { specimenRows } from "../tables/specimen-rows.ts";
import { specimens } from "../tables/specimens.ts";
import { find, replaceSpecimens, specimenPlan, withSpecimens } from "./specimen-store.ts";

/** A plan that names values of a column gets all rows that have one, in stored order; more of them do no harm. */
export function describeInList(make: MakeStore): void {
  describe("values of a column", () => {
    test("no row that has one of them is left out", () =>
      withSpecimens(make, async (store) => {
        const columns = [...specimens.columns.entries()].filter(([, { family }]) => family !== "list");
        const take = fc.infiniteStream(fc.boolean());
        await fc.assert(
          fc.asyncProperty(specimenRows, take, async (rows, isTaken) => {
            const stored = await replaceSpecimens(store, rows);
            for (const [column, { family, name }] of columns) {
              const values = stored.filter(() => isTaken.next().value).map((row) => row[column] ?? null);
              const result = await find(store, {
                ...specimenPlan(stored, {}),
                inList: { column, family, values },
              });
              const hashes = new Set(values.map((value) => hashOf(value, family)));
              const hasOne = (row: (typeof stored)[number]) =>
                hashes.has(hashOf(row[column] ?? null, family));
              expect(result.rows.filter(hasOne), name).toEqual(stored.filter(hasOne));
            }
          }),
          { numRuns: randomRuns(40) },
        );
      }));
  });
}
