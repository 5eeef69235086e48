import type { Diagnostic } from "../../diagnostics/index.ts";
import { EvaluationError, explainEvaluationError } from "../../expression/parts.ts";

/** A limit met by an expression that belongs to no row of the request is an error of the call as a whole. */
export async function withinLimits<T>(
  work: Promise<T>,
  refuse: (diagnostics: readonly Diagnostic[]) => T,
): Promise<T> {
  try {
    return await work;
  } catch (thrown) {
    if (thrown instanceof EvaluationError) return refuse([explainEvaluationError(thrown)]);
    throw thrown;
  }
}
