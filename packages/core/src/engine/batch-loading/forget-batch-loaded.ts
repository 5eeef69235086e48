import type { Call } from "../calls/call.ts";

/** To be said after rows were written: expressions then read them anew. */
export function forgetGathered({ gathered, unfiltered }: Call): void {
  gathered.clear();
  unfiltered.clear();
}
