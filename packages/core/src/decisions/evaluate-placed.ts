import type { Diagnostic } from "../diagnostics/index.ts";
import { evaluatorOf } from "../expression/evaluate/compile.ts";
import type { Frame } from "../expression/evaluate/frame.ts";
import { EvaluationError, explainEvaluationError } from "../expression/parts.ts";
import type { Value } from "../values/index.ts";
import type { Placed } from "./decision.ts";

/** Ends a decision; caught where decisions are run, one after the other, and never leaves them. */
export class DecisionFailure extends Error {
  readonly diagnostic: Diagnostic;

  constructor(diagnostic: Diagnostic) {
    super(diagnostic.code);
    this.diagnostic = diagnostic;
  }
}

/** The value of an expression of the definition; throws `DecisionFailure` with the place where it is written. */
export function evaluatePlaced(placed: Placed, row: readonly Value[], frame: Frame): Value {
  try {
    return evaluatorOf(placed.expression)(row, frame);
  } catch (thrown) {
    if (!(thrown instanceof EvaluationError)) throw thrown;
    throw new DecisionFailure({ ...placed.locate(explainEvaluationError(thrown)), member: placed.member });
  }
}
