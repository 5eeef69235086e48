import { setImmediate } from "node:timers/promises";
import { inTurns, type Meter, type Steps } from "@tablewright/core/storage";

/** Does the work and lets others have the processor wherever it yields, also for a request that has no turns of its own. */
export async function inPauses<T>(work: Steps<T>, meter?: Meter): Promise<T> {
  if (meter?.isShared) return inTurns(work, meter);
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    await setImmediate();
  }
}
