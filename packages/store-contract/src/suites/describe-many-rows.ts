import type { Row } from "@tablewright/core/storage";
import { describe, expect, test } from "vitest";
import { checkSource } from "../check-source.ts";
import { expectEqualRows } from "../expect-equal-rows.ts";
import { answerPlan, finishFind } from "../finish-find.ts";
import { firstValues, getRows, readRows } from "../read-rows.ts";
import type { MakeStore } from "../store-under-test.ts";
import { numberedSpecimen } from "./numbered-specimen.ts";
import { find, replaceSpecimens, specimenPlan, withSpecimens } from "./specimen-store.ts";

const count = 5_000;

/** Enough rows to pass every page, chunk and batch a store may work in. */
export function describeManyRows(make: MakeStore): void {
  describe("many rows", () => {
    test("they are inserted, looked up, updated and deleted", () =>
      withSpecimens(make, async (store) => {
        const rows = Array.from({ length: count }, (_, at) => numberedSpecimen(at));
        await replaceSpecimens(store, rows);
        const keys = rows.map(([key = null]) => [key]);
        const upwards = [...keys].reverse();
        expectEqualRows(firstValues((await getRows(store, "Specimens", upwards)) as Row[]), upwards.flat());

        const thirds = keys.filter((_, at) => at % 3 === 0);
        const changed = rows
          .filter((_, at) => at % 3 === 1)
          .map(([key = null]) => [key, "changed", null, null, 7]);
        await store.write(async (transaction) => {
          await transaction.delete("Specimens", thirds);
          await transaction.update("Specimens", changed);
        });
        const left = await readRows(store, "Specimens");
        expect(left).toHaveLength(count - thirds.length);
        expectEqualRows(
          left.map((row) => row.at(-1)),
          left.map((_, at) => at + 1),
        );
        expectEqualRows(firstValues(left.filter((row) => row[1] === "changed")), firstValues(changed));
        expect((await getRows(store, "Specimens", keys)).filter((row) => row === undefined)).toHaveLength(
          thirds.length,
        );
      }));

    test("the few that are left, wherever they stood, keep their order and are numbered from 1", () =>
      withSpecimens(make, async (store) => {
        const rows = Array.from({ length: count }, (_, at) => numberedSpecimen(at));
        await replaceSpecimens(store, rows);
        const isKept = (at: number) =>
          at < 5 || at % 97 === 0 || (at > 2_000 && at < 2_200) || at === count - 1;
        const remaining = rows.filter((_, at) => isKept(at)).map(([key]) => key);
        const gone = rows.filter((_, at) => !isKept(at)).map(([key = null]) => [key]);
        await store.write(async (transaction) => {
          for (let from = 0; from < gone.length; from += 1_000)
            await transaction.delete("Specimens", gone.slice(from, from + 1_000));
          await transaction.insert("Specimens", [["one more", "", null, null, null]]);
        });
        const left = await readRows(store, "Specimens");
        expect(firstValues(left)).toEqual([...remaining, "one more"]);
        expect(left.map((row) => row.at(-1))).toEqual(left.map((_, at) => at + 1));
      }));

    test("conditions, orders and limits hold over them, also after updates and deletes", () =>
      withSpecimens(make, async (store) => {
        await replaceSpecimens(
          store,
          Array.from({ length: count }, (_, at) => numberedSpecimen(at)),
        );
        const plans = [
          { conditions: ["[Rank] = 7"], order: [] },
          { conditions: ["[Rank] = 7", "[Count] > 2500"], order: ["[Label]"], limit: 25 },
          { conditions: ['[Label] = "LABEL 3"'], order: ["[Weight]", "[Count]"], limit: 5 },
          { conditions: [], order: ["[Weight]"], limit: 10 },
          { conditions: ["[Cost] > 50"], order: ["[Cost]", "[Rank]"] },
          { conditions: ["ISBLANK([Rank])"], order: [], limit: 40 },
        ].map(({ conditions, order, ...limit }) => ({
          conditions: conditions.map((source) => checkSource(source, { kind: "Yes/No" })),
          order: order.map((source, at) => ({ expression: checkSource(source), descending: at === 0 })),
          ...limit,
        }));
        const expectAnswers = async () => {
          const stored = await readRows(store, "Specimens");
          for (const parts of plans) {
            const plan = specimenPlan([], parts);
            const result = finishFind(await find(store, plan), plan);
            expectEqualRows(result, answerPlan(stored, specimenPlan([], parts)));
          }
        };
        await expectAnswers();
        await store.write(async (transaction) => {
          const moved = Array.from({ length: count / 4 }, (_, at) => numberedSpecimen(at * 4));
          await transaction.update(
            "Specimens",
            moved.map((row) => row.with(4, 7)),
          );
          await transaction.delete(
            "Specimens",
            Array.from({ length: count / 5 }, (_, at) => [`key ${at * 5}`]),
          );
        });
        await expectAnswers();
      }));
  });
}
