import { isDeepStrictEqual } from "node:util";
import { nextStep, STEPS, type Step } from "./batch.ts";
import { type BatchContents, expectedBatch } from "./expected-batch.ts";

/** What is known of the batches of a store: the step that was acknowledged or seen. */
export type KnownSteps = Map<number, Step>;

/**
 * Compares what a store has with what is known: every batch has to be at the step known or, because its next call may have
 * gone through unanswered, where that takes it; and nothing in between. Notes the steps seen and answers the errors.
 */
export function judgeBatches(
  known: KnownSteps,
  batches: ReadonlyMap<number, BatchContents>,
): readonly string[] {
  const errors: string[] = [];
  for (const batch of new Set([...known.keys(), ...batches.keys()])) {
    const contents = batches.get(batch) ?? NOTHING;
    const least = known.get(batch) ?? 0;
    const steps = [...new Set([least, nextStep(batch, least)])];
    const step = steps.find((one) => isDeepStrictEqual(contents, expectedBatch(batch, one)));
    if (step === undefined)
      errors.push(`batch ${batch}, acknowledged as ${STEPS[least]}: ${differences(contents, batch, steps)}`);
    else known.set(batch, step);
  }
  return errors;
}

/** The steps of batches that earlier runs have left; of one that is at none, the first. */
export function stepsOf(batches: ReadonlyMap<number, BatchContents>): KnownSteps {
  return new Map(
    [...batches].map(([batch, contents]) => {
      const step = STEPS.findIndex((_, at) => isDeepStrictEqual(contents, expectedBatch(batch, at)));
      return [batch, Math.max(0, step)];
    }),
  );
}

const NOTHING: BatchContents = { orders: [], lines: [], journal: [], events: [], runs: [] };

function differences(contents: BatchContents, batch: number, steps: readonly Step[]): string {
  return steps
    .map((step) => {
      const expected = expectedBatch(batch, step);
      const counts = (Object.keys(NOTHING) as (keyof BatchContents)[])
        .filter((what) => !isDeepStrictEqual(contents[what], expected[what]))
        .map((what) => `${contents[what].length} ${what} instead of ${expected[what].length}`);
      return `not ${STEPS[step]} (${counts.join(", ")})`;
    })
    .join(" and ");
}
