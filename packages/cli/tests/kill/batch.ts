/** A batch of orders: what is written of it follows from its number, so that a watcher knows what has to be there. */

/** How far a batch is. Each step but the first is one call about all of its orders. */
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
