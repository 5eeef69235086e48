import type { FindPlan, Row, RowReader, Store } from "@tablewright/core/storage";
import { afterAll, describe, expect, test } from "vitest";
import { checkSource } from "../check-source.ts";
import { expectEqualRows } from "../expect-equal-rows.ts";
import { answerPlan, finishFind } from "../finish-find.ts";
import { insertRows } from "../insert-rows.ts";
import { firstValues, readRows } from "../read-rows.ts";
import type { MakeStore } from "../store-under-test.ts";
import { specimens, teams } from "../tables/specimens.ts";
import { numberedSpecimen } from "./numbered-specimen.ts";
import { find, specimenPlan } from "./specimen-store.ts";

/** More than a store reads at once are left when every seventh is gone. */
const COUNT = 14_500;

/** More rows than a store reads at once: they come in parts, and no part is missing. */
export function describeReadings(make: MakeStore): void {
  describe("rows that come in parts", () => {
    // One store for all tests: only the last one changes its rows.
    let shared: Promise<ManySpecimens> | undefined;
    afterAll(async () => (await shared)?.dispose());
    const withShared = async (work: Work) => {
      shared ??= fillSpecimens(make);
      const { store, stored } = await shared;
      await work(store, stored);
    };

    test("are all rows in their order, with their numbers", () =>
      withShared(async (store, stored) => {
        expectEqualRows(firstValues(stored), keysThatStay());
        expectEqualRows(
          stored.map((row) => row.at(-1)),
          stored.map((_, at) => at + 1),
        );
        for (const parts of PLANS) {
          const plan = specimenPlan([], parts);
          expectEqualRows(finishFind(await find(store, plan), plan), answerPlan(stored, plan));
        }
      }));

    test("other reads of the transaction have their turn between them", () =>
      withShared(async (store, stored) => {
        const seen: Row[] = [];
        await store.read(async (transaction) => {
          for await (const batch of (await transaction.find(everything)).batches) {
            seen.push(...batch);
            const [key = null] = batch.at(-1) as Row;
            expect(await transaction.getByKeys("Specimens", [[key]])).toEqual([batch.at(-1)]);
            expect(await keysOfFirst(transaction, everything)).toEqual(keysThatStay().slice(0, 1));
          }
        });
        expectEqualRows(seen, stored);
      }));

    test("two readings side by side do not mix", () =>
      withShared(async (store, stored) => {
        await store.read(async (transaction) => {
          const both = await Promise.all([collect(transaction), collect(transaction)]);
          expectEqualRows(both, [stored, stored]);
        });
      }));

    test("a reading given up, or never begun, leaves nothing behind", () =>
      withShared(async (store, stored) => {
        for (const work of [store.read, store.write]) {
          await work.call(store, async (transaction: RowReader) => {
            await keysOfFirst(transaction, everything);
            await transaction.find(everything);
          });
        }
        const last = numberedSpecimen(COUNT - 1);
        await store.write((transaction) => transaction.delete("Specimens", [last.slice(0, 1)]));
        expect(await readRows(store, "Specimens")).toHaveLength(stored.length - 1);
        await store.write((transaction) => transaction.insert("Specimens", [last])); // as it was, for the others
      }));

    test("are never cut short in silence, by a write or by the end of their transaction", () =>
      withShared(async (store, stored) => {
        let late: AsyncIterator<readonly Row[]> | undefined;
        await store.write(async (transaction) => {
          const reading = (await transaction.find(everything)).batches[Symbol.asyncIterator]();
          const first = (await reading.next()).value as readonly Row[];
          await transaction.delete("Specimens", [["key 1"]]);
          await expectAllOrRefusal(reading, stored.length - first.length);
          late = (await transaction.find(everything)).batches[Symbol.asyncIterator]();
        });
        await expectAllOrRefusal(late as AsyncIterator<readonly Row[]>, stored.length - 1);
      }));
  });
}

type Work = (store: Store, stored: readonly Row[]) => Promise<void>;

const everything: FindPlan = specimenPlan([], {});

const PLANS = [
  { conditions: ["[Rank] < 90"], order: [] },
  { conditions: ["[Rank] < 90"], order: ["[Label]", "[Count]"] },
  { conditions: ["[Weight] > 10"], order: ["[Weight]"], limit: 10_500 },
  { conditions: [], order: [], limit: 10_001 },
  { conditions: [], order: [], limit: 10_000 },
].map(({ conditions, order, ...limit }) => ({
  conditions: conditions.map((source) => checkSource(source, { kind: "Yes/No" })),
  order: order.map((source) => ({ expression: checkSource(source), descending: true })),
  ...limit,
}));

interface ManySpecimens {
  readonly store: Store;
  readonly stored: readonly Row[];
  readonly dispose: () => Promise<void>;
}

/** Every seventh row has been deleted, so that places and row numbers differ. */
async function fillSpecimens(make: MakeStore): Promise<ManySpecimens> {
  const { store, dispose } = await make();
  try {
    await store.open([specimens, teams]);
    const rows = Array.from({ length: COUNT }, (_, at) => numberedSpecimen(at));
    await insertRows(store, "Specimens", rows);
    const gone = Array.from({ length: Math.ceil(COUNT / 7) }, (_, at) => [`key ${at * 7}`]);
    await store.write((transaction) => transaction.delete("Specimens", gone));
    return { store, stored: await readRows(store, "Specimens"), dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

function keysThatStay(): readonly string[] {
  return Array.from({ length: COUNT }, (_, at) => at)
    .filter((at) => at % 7 !== 0)
    .map((at) => `key ${at}`);
}

async function collect(transaction: RowReader): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for await (const batch of (await transaction.find(everything)).batches) rows.push(...batch);
  return rows;
}

/** Looks at the first row and no further. */
async function keysOfFirst(transaction: RowReader, plan: FindPlan) {
  for await (const batch of (await transaction.find(plan)).batches) return firstValues(batch.slice(0, 1));
  return [];
}

/** A store that has all in-memory rows may hand them out whenever it likes. */
async function expectAllOrRefusal(reading: AsyncIterator<readonly Row[]>, left: number): Promise<void> {
  let count = 0;
  try {
    for (let next = await reading.next(); !next.done; next = await reading.next()) count += next.value.length;
  } catch (refused) {
    expect(String(refused)).toContain("to their end before");
    return;
  }
  expect(count).toBe(left);
}
