import type { Meter } from "./meter.ts";
import type { Steps } from "./steps.ts";

/** Negative when `left` stands before `right`; equal items keep their order. */
type Order<T> = (left: T, right: T) => number;

/** What `items.toSorted(compare)` answers, with pauses: short runs are sorted, then merged two by two. */
export function* sortInSteps<T>(items: readonly T[], compare: Order<T>, meter: Meter): Steps<readonly T[]> {
  if (items.length <= RUN || !meter.isShared) return items.toSorted(compare);
  let from: T[] = [];
  for (let start = 0; start < items.length; start += RUN) {
    if (meter.turn.isOver) yield;
    for (const item of items.slice(start, start + RUN).sort(compare)) from.push(item);
  }
  for (let length = RUN; length < from.length; length *= 2) {
    const into: T[] = [];
    for (let start = 0; start < from.length; start += 2 * length) {
      yield* merge(from, start, length, into, compare, meter);
    }
    from = into;
  }
  return from;
}

/** Puts the run at `start` and the one after it at the end of `into`, in order. */
function* merge<T>(
  from: readonly T[],
  start: number,
  length: number,
  into: T[],
  compare: Order<T>,
  { turn }: Meter,
): Steps<void> {
  const middle = Math.min(start + length, from.length);
  const end = Math.min(middle + length, from.length);
  let left = start;
  let right = middle;
  while (left < middle || right < end) {
    if (into.length % RUN === 0 && turn.isOver) yield;
    const takesLeft = right === end || (left < middle && compare(from[left] as T, from[right] as T) <= 0);
    into.push(from[takesLeft ? left++ : right++] as T);
  }
}

/** Items that are sorted, or merged, in a moment. */
const RUN = 1_024;
