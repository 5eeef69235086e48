import type { EngineRequest } from "@tablewright/core";
import { readOutbox, readRuns } from "@tablewright/core";
import type { Store } from "@tablewright/core/storage";
import type { MakeStore } from "@tablewright/store-contract";
import { failingStore } from "@tablewright/store-contract";
import { describe, expect, test } from "vitest";
import { depotWith } from "./depot.ts";
import { type Workshop, withWorkshop } from "./workshop.ts";

const RULES = `
Log: { table: Orders, on: [add, edit, delete], steps: [{ action: Log Change }, { webhook: { url: "https://example.com" } }] }
Bumped: { table: Orders, on: [edit], condition: '[Count] = 1', steps: [{ action: Add Line }, { action: Bump }] }
Written: { table: Journal, on: [add], steps: [{ webhook: { url: "https://example.com/<<[Of]>>" } }] }
Line gone: { table: Lines, on: [delete], steps: [{ webhook: { url: "https://example.com" } }] }`;

const named = [{ Order: "a" }, { Order: "b" }];

const CHANGES: readonly EngineRequest[] = [
  { action: "Add", table: "Orders", rows: [{ Order: "n1", Count: 2 }, { Order: "n2" }] },
  {
    action: "Add",
    table: "Orders",
    rows: [{ Order: "n" }, { Order: "a", Count: 1 }],
    properties: { OnDuplicate: "update" },
  },
  { action: "Edit", table: "Orders", rows: named.map((row) => ({ ...row, Count: 1 })) },
  { action: "Delete", table: "Orders", rows: named },
  { action: "Bump", table: "Orders", rows: named },
  { action: "Bump And Pack", table: "Orders", rows: named },
  { action: "Add Line", table: "Orders", rows: named },
  { action: "Shout Lines", table: "Orders", rows: named },
  { action: "Remove Last", table: "Orders", rows: named },
];

/** When the N-th call of the store fails, the state is the one before or the one after, never between. */
export function describeFailures(make: MakeStore): void {
  describe.each(CHANGES)("$action with a store that fails", (change) => {
    test("at every call in turn", () => withFailures(make, change));
  });
}

/** Tries the change with a store that fails at its first call, its second and so on, until it goes through. */
async function withFailures(make: MakeStore, change: EngineRequest): Promise<void> {
  let stored: Store | undefined;
  let failAt = 0;
  const wrap = (store: Store): Store => {
    stored = store;
    const write: Store["write"] = (work) =>
      (failAt === 0 ? store : failingStore(store, failAt)).write((transaction) => work(transaction));
    return {
      name: store.name,
      open: (tables, opening) => store.open(tables, opening),
      read: (work) => store.read(work),
      write,
      close: () => store.close(),
    };
  };
  const run = async (workshop: Workshop) => {
    await workshop.rows({ action: "Add", table: "Orders", rows: [...named, { Order: "c" }] });
    await workshop.rows({ action: "Add Line", table: "Orders", rows: named });
    const before = await everything(stored as Store);
    for (failAt = 1; ; failAt++) {
      const isDone = await workshop.engine.execute(change).then(
        (result) => result.ok,
        () => false,
      );
      const after = await everything(stored as Store);
      if (isDone) {
        expect(after).not.toEqual(before);
        expect(failAt).toBeGreaterThan(3);
        return;
      }
      expect(after).toEqual(before);
      expect(failAt).toBeLessThan(100);
    }
  };
  await withWorkshop(make, run, wrap, depotWith(RULES));
}

/** All that a store of the application holds, outbox and run history included. */
function everything(store: Store): Promise<unknown> {
  return store.read(async (transaction) => {
    const keys = ["a", "b", "c", "n", "n1", "n2"];
    const lines = keys.flatMap((order) => [1, 2, 3].map((line) => [order, line]));
    return [
      await transaction.getByKeys(
        "Orders",
        keys.map((key) => [key]),
      ),
      await transaction.getByKeys("Lines", lines),
      await readOutbox(transaction, { limit: 1000 }),
      await readRuns(transaction, { limit: 1000 }),
    ];
  });
}
