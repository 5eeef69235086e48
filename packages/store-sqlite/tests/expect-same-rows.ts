import { type FindPlan, findAll, type Store } from "@tablewright/core/storage";
import { expect, vi } from "vitest";

/**
 * Expects that a store carries out a plan where no time passes, and where much does gives all rows, which the engine then looks
 * through.
 */
export async function expectLeftToEngine(store: Store, asked: FindPlan): Promise<void> {
  const find = () => store.read((transaction) => findAll(transaction, asked));
  vi.spyOn(performance, "now").mockReturnValue(0);
  const inPlace = await find();
  passTime();
  const left = await find();
  expect([inPlace.residual, inPlace.ordered]).toEqual([[], true]);
  expect([left.residual, left.ordered, left.limited]).toEqual([asked.conditions, false, false]);
  const ofAll = new Set(left.rows.map((row) => JSON.stringify(row)));
  expect(inPlace.rows.filter((row) => !ofAll.has(JSON.stringify(row)))).toEqual([]);
  expect(left.rows.length).toBeGreaterThanOrEqual(inPlace.rows.length);
}

/** Expects the same rows of a plan whether no time passes or much does. */
export async function expectSameRows(store: Store, asked: FindPlan): Promise<void> {
  const find = () => store.read((transaction) => findAll(transaction, asked));
  vi.spyOn(performance, "now").mockReturnValue(0);
  const atOnce = await find();
  passTime();
  const inWindows = await find();
  expect([atOnce.residual, inWindows.residual]).toEqual([[], []]);
  expect(JSON.stringify(inWindows.rows)).toBe(JSON.stringify(atOnce.rows));
}

/** Each look at the clock finds that more time has passed than a statement may take between two looks. */
export function passTime(): void {
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => {
    now += 6;
    return now;
  });
}
