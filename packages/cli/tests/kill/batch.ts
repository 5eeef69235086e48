/** A batch of orders: what is written of it follows from its number, so that a watcher knows what has to be there. */

/** How far a batch is. Each step but the first is one call about all of its orders, or one of several in a transaction. */
export const STEPS = [
  "nothing",
  "ordered",
  "lined",
  "counted",
  "raised",
  "edited",
  "closed",
  "deleted",
] as const;

export type Step = number;

export const LAST_STEP: Step = STEPS.length - 1;

/** The step at which a batch stays: of every third batch one before the last, so that not all are gone at the end. */
export function finalStepOf(batch: number): Step {
  return batch % 3 === 0 ? 1 + (batch % LAST_STEP) : LAST_STEP;
}

/** Where the next transaction takes a batch: every second batch goes one step at a time, the others up to three. */
export function nextStep(batch: number, step: Step): Step {
  const steps = batch % 2 === 0 ? 1 : 1 + (batch % 3);
  return Math.max(step, Math.min(step + steps, finalStepOf(batch)));
}

/** From 1 to 12 orders. */
export function sizeOf(batch: number): number {
  return 1 + ((batch * 7) % 12);
}

export function ordersOf(batch: number): readonly string[] {
  return Array.from({ length: sizeOf(batch) }, (_, at) => `${batch}.${at}`);
}

/** The batch that an order belongs to. */
export function batchOf(order: string): number {
  return Number(order.split(".")[0]);
}

/** From 1 to 3 lines, numbered from 1. */
export function linesOf(order: string): readonly number[] {
  const [batch = 0, at = 0] = order.split(".").map(Number);
  return Array.from({ length: 1 + ((batch + at) % 3) }, (_, line) => line + 1);
}
