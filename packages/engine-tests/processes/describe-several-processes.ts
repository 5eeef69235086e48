import { describeFrozenProcesses } from "./describe-frozen-processes.ts";
import { describeParallelCalls } from "./describe-parallel-calls.ts";
import { describeParallelHistories } from "./describe-parallel-histories.ts";
import { describeParallelStores } from "./describe-parallel-stores.ts";
import type { SeveralProcesses } from "./several-processes.ts";

/** Called inside a `describe`, which says whose processes they are. */
export function describeSeveralProcesses(processes: SeveralProcesses): void {
  describeParallelStores(processes);
  describeParallelHistories(processes);
  describeParallelCalls(processes);
  describeFrozenProcesses(processes);
}
