import { type FindPlan, findAll, type Store } from "@tablewright/core/storage";
import { expect, vi } from "vitest";
import { TemporaryTables } from "../src/connection.ts";

/** Expects the rows that a plan finds to be the same where its searches are carried out in place and before. */
export async function expectSameRows(store: Store, asked: FindPlan): Promise<void> {
  vi.restoreAllMocks();
  const take = vi.spyOn(TemporaryTables.prototype, "take");
  const find = () => store.read((transaction) => findAll(transaction, asked));
  vi.spyOn(performance, "now").mockReturnValue(0);
  const inPlace = await find();
  expect(take).not.toHaveBeenCalled();
  passTime();
  const before = await find();
  expect(take).toHaveBeenCalled();
  expect(before.residual).toEqual([]);
  expect(before.rows.length).toBe(inPlace.rows.length);
  expect(JSON.stringify(before.rows)).toBe(JSON.stringify(inPlace.rows));
}

/** Each look at the clock finds that more time has passed than a search may take between two looks. */
export function passTime(): void {
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => {
    now += 6;
    return now;
  });
}
