import type { EngineRequest } from "@tablewright/core";
import type { Store } from "@tablewright/core/storage";
import { describe, expect, test } from "vitest";
import { type FaultyStore, faultyStore } from "../faulty-store.ts";
import type { MakeStore } from "../store-under-test.ts";
import { fill, type Workshop, withWorkshop } from "./workshop.ts";

const CHANGES: readonly EngineRequest[] = [
  { action: "Add", table: "Jobs", rows: [{ Job: "n1", Maker: "a", Hours: 2 }, { Job: "n2" }] },
  {
    action: "Edit",
    table: "Jobs",
    rows: [
      { Job: "j1", Hours: 9 },
      { Job: "j2", Hours: 8 },
    ],
  },
  { action: "Delete", table: "Jobs", rows: [{ Job: "j1" }, { Job: "j3" }] },
];

/** When the N-th call of the store fails, the state is the one before or the one after, never between. */
export function describeFaults(make: MakeStore): void {
  describe.each(CHANGES)("$action with a store that fails", (change) => {
    test("at every call in turn", async () => {
      for (let failAt = 1, isDone = false; !isDone; failAt++) {
        isDone = await survives(make, change, failAt);
        expect(failAt).toBeLessThan(100);
      }
    });
  });
}

/** Whether the change went through because it makes fewer calls than `failAt`. */
async function survives(make: MakeStore, change: EngineRequest, failAt: number): Promise<boolean> {
  let isDone = false;
  let faulty: FaultyStore | undefined;
  const wrap = (store: Store): Store => {
    const switchable: Store = {
      name: store.name,
      open: (tables) => store.open(tables),
      read: (work) => store.read(work),
      write: (work) => (faulty ?? store).write(work),
      close: () => store.close(),
    };
    begin = () => {
      faulty = faultyStore(store, failAt);
    };
    return switchable;
  };
  let begin = () => {};
  const run = async (workshop: Workshop) => {
    await fill(workshop);
    const before = await workshop.all("Jobs");
    begin();
    isDone = await workshop.rows(change).then(
      () => true,
      () => false,
    );
    const after = await workshop.all("Jobs");
    if (!isDone) expect(after).toEqual(before);
    else expect(after).not.toEqual(before);
  };
  await withWorkshop(make, run, wrap);
  return isDone;
}
