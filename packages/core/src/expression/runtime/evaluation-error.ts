import {
  type Diagnostic,
  diagnoseExpression,
  type ExpressionCode,
  type Span,
} from "../../diagnostics/index.ts";

/**
 * The one thing evaluation throws: a limit that was reached or a result that cannot be kept. It never leaves the
 * evaluator as such: the node being evaluated adds its place, and the entry point turns it into an `ExpressionError`.
 */
export class EvaluationError extends Error {
  readonly code: ExpressionCode;
  readonly details: object;
  place: Span | undefined;

  constructor(code: ExpressionCode, details: object = {}) {
    super(code);
    this.code = code;
    this.details = details;
  }

  /** The error with its place, the innermost one kept; anything else that was thrown stays as it is. */
  static placed(thrown: unknown, place: Span): unknown {
    if (thrown instanceof EvaluationError) thrown.place ??= { start: place.start, end: place.end };
    return thrown;
  }
}

/** An evaluation error in the words of the catalogue, at the node that met it. */
export function explainEvaluationError(error: EvaluationError): Diagnostic {
  return diagnoseExpression(error.code, error.details as never, error.place ?? {});
}

/** A whole result as a Number may hold it, never -0; throws `run/overflow` beyond ±(2^53−1), passes what is not finite. */
export function keepWhole(x: number): number {
  if (Math.abs(x) > Number.MAX_SAFE_INTEGER && Number.isFinite(x)) throw new EvaluationError("run/overflow");
  return x + 0;
}
