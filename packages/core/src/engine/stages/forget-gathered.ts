import type { Call } from "../call.ts";

/** To be said after rows were written: expressions then read them anew. */
export function forgetGathered({ gathered, unfiltered }: Call): void {
  gathered.clear();
  unfiltered.clear();
}
