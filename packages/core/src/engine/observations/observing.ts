import type { Task } from "../../expression/parts.ts";
import type { Observations } from "./observations.ts";

/**
 * A stage that may run more than once, and what takes back what its last run noted. Reading rows for it notes the filters that
 * were tried on them, and that stays.
 */
export function observing<T>(
  observations: Observations,
  stage: () => Task<T>,
): { readonly stage: () => Task<T>; readonly undo: () => void } {
  let mark = observations.mark();
  return {
    stage: () => {
      mark = observations.mark();
      return stage();
    },
    undo: () => observations.rewind(mark),
  };
}
