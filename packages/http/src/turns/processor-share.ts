import { WaitingCalls } from "./waiting-calls.ts";

/** What one access key has used of the processor, and which of its calls wait for it. */
export interface ProcessorShare {
  /** Milliseconds, counted from where the scheduler's virtual time stood when the key last came back. */
  used: number;
  readonly waiting: WaitingCalls;
}

export function newProcessorShare(): ProcessorShare {
  return { used: 0, waiting: new WaitingCalls() };
}
