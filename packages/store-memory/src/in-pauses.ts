import { setImmediate } from "node:timers/promises";
import { runWithPauses } from "@tablewright/core/compiler";
import type { Meter, Task } from "@tablewright/core/storage";

/** Does the work and lets others have the processor wherever it yields, also for a request that has no turns of its own. */
export function inPauses<T>(work: Task<T>, meter?: Meter): T | Promise<T> {
  if (meter?.isShared) return runWithPauses(work, meter);
  const { done, value } = work.next();
  return done ? value : afterOthers(work);
}

async function afterOthers<T>(work: Task<T>): Promise<T> {
  for (;;) {
    await setImmediate();
    const { done, value } = work.next();
    if (done) return value;
  }
}
