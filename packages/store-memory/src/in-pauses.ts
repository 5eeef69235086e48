import { setImmediate } from "node:timers/promises";
import { inTurns } from "@tablewright/core/compiler";
import type { Meter, Steps } from "@tablewright/core/storage";

/** Does the work and lets others have the processor wherever it yields, also for a request that has no turns of its own. */
export function inPauses<T>(work: Steps<T>, meter?: Meter): T | Promise<T> {
  if (meter?.isShared) return inTurns(work, meter);
  const { done, value } = work.next();
  return done ? value : afterOthers(work);
}

async function afterOthers<T>(work: Steps<T>): Promise<T> {
  for (;;) {
    await setImmediate();
    const { done, value } = work.next();
    if (done) return value;
  }
}
