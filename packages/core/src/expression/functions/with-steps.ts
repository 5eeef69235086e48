import { atOnce, type Steps } from "../runtime/task.ts";

/** The `evaluate` of a function that takes long on long texts and lists: declared in steps, and run at a stretch or in turns. */
export function withSteps<A extends unknown[], T>(
  inSteps: (...values: A) => Steps<T>,
): ((...values: A) => T) & { readonly inSteps: typeof inSteps } {
  return Object.assign((...values: A) => atOnce(inSteps(...values)), { inSteps });
}
