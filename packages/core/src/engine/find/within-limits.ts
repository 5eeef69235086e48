import type { Diagnostic } from "../../diagnostics/index.ts";
import { explainFault, RunFault } from "../../expression/parts.ts";

/** A limit met by an expression that belongs to no row of the request is a mistake of the call as a whole. */
export async function withinLimits<T>(
  work: Promise<T>,
  refuse: (diagnostics: readonly Diagnostic[]) => T,
): Promise<T> {
  try {
    return await work;
  } catch (thrown) {
    if (thrown instanceof RunFault) return refuse([explainFault(thrown)]);
    throw thrown;
  }
}
