import {
  type Diagnostic,
  diagnoseExpression,
  type ExpressionCode,
  type Span,
} from "../../diagnostics/index.ts";

/**
 * The one thing evaluation throws: a limit that was reached or a result that cannot be kept. It never leaves the
 * evaluator as such: the node being evaluated adds its span, and the entry point turns it into an `ExpressionError`.
 */
export class EvaluationError extends Error {
  readonly code: ExpressionCode;
  readonly details: object;
  span: Span | undefined;

  constructor(code: ExpressionCode, details: object = {}) {
    super(code);
    this.code = code;
    this.details = details;
  }

  /** Whether something that was thrown says that a value cannot be computed, and not that a limit was reached. */
  static isOfValue(thrown: unknown): boolean {
    return (
      thrown instanceof EvaluationError &&
      thrown.code.startsWith("run/") &&
      !(thrown instanceof PendingAnswer)
    );
  }

  /** Gives an error a span if it has none, so that the innermost span remains. Anything else that was thrown stays as it is. */
  static withSpan(thrown: unknown, { start, end }: Span): unknown {
    if (thrown instanceof EvaluationError) thrown.span ??= { start, end };
    return thrown;
  }
}

/** Ends an evaluation that needs an asynchronous answer which is still to come. It is evaluated again, and never reported. */
export class PendingAnswer extends EvaluationError {
  constructor(name: string) {
    super("run/host-function", { name, problem: "has not answered yet" });
  }
}

/** An evaluation error in the words of the catalogue, at the node that met it. */
export function explainEvaluationError(error: EvaluationError): Diagnostic {
  const diagnostic = diagnoseExpression(error.code, error.details as never, error.span ?? {});
  return error.cause === undefined ? diagnostic : { ...diagnostic, cause: error.cause };
}

/** A whole number as a Number holds it, never -0. Throws `run/overflow` beyond ±(2^53−1); a value that is not finite passes. */
export function checkedInteger(x: number): number {
  if (Math.abs(x) > Number.MAX_SAFE_INTEGER && Number.isFinite(x)) throw new EvaluationError("run/overflow");
  return x + 0;
}
