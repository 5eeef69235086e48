import type { Meter } from "./meter.ts";

/** Whether to pause before the item at this place of many, for work that is not paid for item by item. */
export function isPauseDueAt(place: number, { turn }: Meter): boolean {
  return place % ITEMS === ITEMS - 1 && turn.isOver;
}

/** Items between two questions whether the turn is over. */
const ITEMS = 64;
