import type { EngineRequest } from "@tablewright/core";
import type { Store } from "@tablewright/core/storage";
import type { MakeStore } from "@tablewright/store-contract";
import { type FailingStore, failingStore } from "@tablewright/store-contract";
import { describe, expect, test } from "vitest";
import { type Workshop, withWorkshop } from "./workshop.ts";

const SHOP = `
tablewright: 1
app: { id: shop, name: Shop, timezone: UTC }
tables:
  Orders: { key: [Order], columns: { Order: { type: Text } } }
  Lines:
    key: [Order, Line]
    updates: [add, delete]
    columns: { Order: { type: Ref, table: Orders, partOf: true }, Line: { type: Number } }
  Marks:
    key: [Mark]
    columns: { Mark: { type: Text }, Of: { type: Ref, table: Lines, partOf: true } }
  Visits:
    key: [Visit]
    columns: { Visit: { type: Text }, Order: { type: Ref, table: Orders } }
  Bins: { key: [Bin], columns: { Bin: { type: Number }, Inside: { type: Ref, table: Bins, partOf: true } } }
  Slips:
    key: [Slip]
    columns:
      Slip: { type: Date }
      From: { type: Ref, table: Bins, partOf: true }
      To: { type: Ref, table: Bins, partOf: true }
  Stamps: { key: [Stamp], columns: { Stamp: { type: Text }, On: { type: Ref, table: Slips, partOf: true } } }
`;

/** Rows that are parts of a deleted row go with it. */
export function describeCascades(make: MakeStore): void {
  const withShop = (work: (workshop: Workshop) => Promise<void>, wrap?: (store: Store) => Store) =>
    withWorkshop(make, async (workshop) => fillShop(workshop).then(() => work(workshop)), wrap, SHOP);

  describe("Delete of rows with parts", () => {
    test("takes parts of parts along, answers the rows it was asked for, and leaves what only points", () =>
      withShop(async (workshop) => {
        const deleted = await workshop.rows(deletes("Orders", [{ Order: "o1" }]));
        expect(deleted).toMatchObject([{ _RowNumber: 1, Order: "o1" }]);
        expect(await keysIn(workshop)).toEqual({
          Orders: ["O1", "o2"],
          Lines: ["O1: 1", "o2: 1"],
          Marks: ["m3", "m4"],
          Visits: ["v1", "v2"],
          Bins: [1, 2, 3, 4],
          Slips: ["2026-01-01", "2026-01-02", "2026-01-03"],
          Stamps: ["s1", "s2"],
        });
      }));

    test("of several rows at once", () =>
      withShop(async (workshop) => {
        await workshop.rows(deletes("Orders", [{ Order: "o2" }, { Order: "o1" }]));
        expect(await keysIn(workshop)).toMatchObject({ Orders: ["O1"], Lines: ["O1: 1"], Marks: ["m4"] });
      }));

    test("a row that is a part in two ways, of rows in a circle, goes once, and the circle ends", () =>
      withShop(async (workshop) => {
        await workshop.rows(deletes("Bins", [{ Bin: 1 }]));
        expect(await keysIn(workshop)).toMatchObject({ Bins: [4], Slips: ["2026-01-03"], Stamps: ["s2"] });
        await workshop.rows(deletes("Bins", [{ Bin: 4 }]));
        expect(await keysIn(workshop)).toMatchObject({ Bins: [], Slips: [], Stamps: [] });
      }));

    test("a part that is named beside its whole", () =>
      withShop(async (workshop) => {
        const deleted = await workshop.rows(deletes("Bins", [{ Bin: 2 }, { Bin: 1 }]));
        expect(deleted.map(({ Bin }) => Bin)).toEqual([2, 1]);
        expect(await keysIn(workshop)).toMatchObject({ Bins: [4] });
      }));

    test("a dry run takes nothing", () =>
      withShop(async (workshop) => {
        const before = await keysIn(workshop);
        await workshop.rows({ ...deletes("Orders", [{ Order: "o1" }]), properties: { DryRun: true } });
        expect(await keysIn(workshop)).toEqual(before);
      }));

    test("asks the store as often for many rows as for two", async () => {
      const callsFor = async (orders: number) => {
        let counting: FailingStore | undefined;
        let calls = 0;
        const run = async (workshop: Workshop) => {
          const names = Array.from({ length: orders }, (_, at) => ({ Order: `n${at}` }));
          await workshop.rows({ action: "Add", table: "Orders", rows: names });
          const rows = names.map(({ Order }) => ({ Order, Line: 1 }));
          await workshop.rows({ action: "Add", table: "Lines", rows });
          const before = counting?.calls ?? 0;
          await workshop.rows(deletes("Orders", names));
          calls = (counting?.calls ?? 0) - before;
          expect((await keysIn(workshop)).Lines).toHaveLength(4);
        };
        await withShop(run, (store) => {
          counting = failingStore(store, Number.POSITIVE_INFINITY);
          return counting;
        });
        expect(calls).toBeGreaterThan(4);
        return calls;
      };
      expect(await callsFor(200)).toBe(await callsFor(2));
    });

    test("all or nothing when the store fails at any call", async () => {
      for (let failAt = 1, isDone = false; !isDone; failAt++) {
        expect(failAt).toBeLessThan(100);
        let failing: Store | undefined;
        let stored: Store | undefined;
        const wrap = (store: Store): Store => {
          stored = store;
          return {
            name: store.name,
            open: (tables, opening) => store.open(tables, opening),
            read: (work) => store.read(work),
            write: (work, use) => (failing ?? store).write(work, use),
            close: () => store.close(),
          };
        };
        await withShop(async (workshop) => {
          const before = await keysIn(workshop);
          failing = failingStore(stored as Store, failAt);
          isDone = await workshop.rows(deletes("Bins", [{ Bin: 1 }])).then(
            () => true,
            () => false,
          );
          failing = undefined;
          expect(await keysIn(workshop)).toEqual(
            isDone ? { ...before, Bins: [4], Slips: ["2026-01-03"], Stamps: ["s2"] } : before,
          );
        }, wrap);
      }
    });
  });
}

function deletes(table: string, rows: readonly Readonly<Record<string, string | number>>[]): EngineRequest {
  return { action: "Delete", table, rows };
}

/** Bins 1, 2 and 3 stand in one another in a circle; bin 4 stands alone. */
async function fillShop({ rows }: Workshop): Promise<void> {
  const add = (table: string, added: NonNullable<EngineRequest["rows"]>) =>
    rows({ action: "Add", table, rows: added });
  await add("Orders", [{ Order: "o1" }, { Order: "O1" }, { Order: "o2" }]);
  await add("Lines", [
    { Order: "o1", Line: 1 },
    { Order: "o1", Line: 2 },
    { Order: "O1", Line: 1 },
    { Order: "o2", Line: 1 },
  ]);
  await add("Marks", [
    { Mark: "m1", Of: "o1: 1" },
    { Mark: "m2", Of: "o1: 2" },
    { Mark: "m3", Of: "o2: 1" },
    { Mark: "m4", Of: "" },
  ]);
  await add("Visits", [
    { Visit: "v1", Order: "o1" },
    { Visit: "v2", Order: "o2" },
  ]);
  await add("Bins", [{ Bin: 1, Inside: 3 }, { Bin: 2, Inside: 1 }, { Bin: 3, Inside: 2 }, { Bin: 4 }]);
  await add("Slips", [
    { Slip: "2026-01-01", From: 1, To: 2 },
    { Slip: "2026-01-02", From: 4, To: 3 },
    { Slip: "2026-01-03", From: 4, To: "" },
  ]);
  await add("Stamps", [
    { Stamp: "s1", On: "2026-01-02" },
    { Stamp: "s2", On: "2026-01-03" },
  ]);
}

async function keysIn({ engine, all }: Workshop): Promise<Readonly<Record<string, readonly unknown[]>>> {
  const keys = [...engine.app.tables.values()].map(async ({ name, key: [key, second] }) => {
    const column = second === undefined ? (key?.name ?? "") : "_ComputedKey";
    return [name, (await all(name)).map((row) => row[column])] as const;
  });
  return Object.fromEntries(await Promise.all(keys));
}
