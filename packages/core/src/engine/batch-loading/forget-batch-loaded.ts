import type { Call } from "../calls/call.ts";

/** To be said after rows were written: expressions then read them again. */
export function forgetBatchLoaded({ batchLoaded, unfiltered }: Call): void {
  batchLoaded.clear();
  unfiltered.clear();
}
