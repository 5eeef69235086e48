/** What is left in a store when the program that writes to it is killed; and that the judge of it is not blind. */
import { expect, test } from "vitest";
import { nextStep, ordersOf, STEPS } from "./batch.ts";
import { expectedBatch } from "./expected-batch.ts";
import { judgeBatches, stepsOf } from "./judge-batches.ts";
import { runKills } from "./run-kills.ts";
import { temporaryStore } from "./temporary-store.ts";

test.skipIf(process.platform === "win32")(
  "a killed program leaves all it has acknowledged, and nothing half",
  async () => {
    const { address, remove } = temporaryStore();
    try {
      const { calls, errors } = await runKills(address, 2);
      expect(errors).toEqual([]);
      expect(calls).toBeGreaterThan(0);
    } finally {
      remove();
    }
  },
);

test.each(STEPS.map((name, step) => ({ name, step })))(
  "a batch may be $name, or where its next call takes it",
  ({ step }) => {
    for (const batch of [4, 5]) {
      const judge = (seen: number) =>
        judgeBatches(new Map([[batch, step]]), new Map([[batch, expectedBatch(batch, seen)]]));
      for (let seen = 0; seen < STEPS.length; seen++) {
        expect(judge(seen).length).toBe(seen === step || seen === nextStep(batch, step) ? 0 : 1);
      }
      expect(stepsOf(new Map([[batch, expectedBatch(batch, step)]])).get(batch)).toBe(step);
    }
  },
);

test("batches take one step at a time, or up to three together", () => {
  const taken = [4, 7, 5].map((batch) => nextStep(batch, 0));
  expect(taken).toEqual([1, 2, 3]);
});

test("every order, line, entry, event and run that is missing or too many is an error", () => {
  const whole = expectedBatch(5, 3);
  expect(ordersOf(5).length).toBeGreaterThan(3);
  for (const [what, list] of Object.entries(whole)) {
    for (const other of [list.slice(1), [...list, `${list[0]} again`]]) {
      const errors = judgeBatches(new Map([[5, 3]]), new Map([[5, { ...whole, [what]: other }]]));
      expect(errors).toEqual([expect.stringContaining(`${other.length} ${what} instead of ${list.length}`)]);
    }
  }
  expect(judgeBatches(new Map([[5, 3]]), new Map())).toHaveLength(1);
});
