import type { Outcome, Place } from "../../diagnostics/index.ts";
import {
  attemptRow,
  type CheckedExpression,
  type ComputedValues,
  EvaluationError,
  evaluateInSteps,
  evaluateRow,
  explainEvaluationError,
  type Steps,
  UNFINISHED,
} from "../../expression/parts.ts";
import type { Row } from "../../storage/index.ts";
import type { Value } from "../../values/index.ts";
import type { Call } from "../calls/call.ts";

/**
 * `evaluateCell` without a generator; undefined where the evaluation was interrupted, and `evaluateCell` has to go on with
 * it. Nearly every evaluation is over before that.
 */
export function attemptCell(
  call: Call,
  expression: CheckedExpression,
  row: Row,
  before: Row | undefined,
  place: Place,
  computed?: ComputedValues,
): Outcome<Value> | undefined {
  try {
    const output = attemptRow(expression, row, call.request, before, computed);
    if (output !== UNFINISHED) call.observations?.evaluates(expression, output, { call, row, before, place });
    return output === UNFINISHED ? undefined : { output, diagnostics: NO_DIAGNOSTICS };
  } catch (thrown) {
    return outcomeOfError(thrown, place);
  }
}

/**
 * The value of an expression on a row; a limit it runs into is an error at the row and column it is computed for. Cells
 * of one row may share what is `computed` for them.
 */
export function* evaluateCell(
  call: Call,
  expression: CheckedExpression,
  row: Row,
  before: Row | undefined,
  place: Place,
  computed?: ComputedValues,
): Steps<Outcome<Value>> {
  const { request, observations } = call;
  try {
    const output = request.meter.isShared
      ? yield* evaluateInSteps(expression, row, request, before, computed)
      : evaluateRow(expression, row, request, before, computed);
    observations?.evaluates(expression, output, { call, row, before, place });
    return { output, diagnostics: [] };
  } catch (thrown) {
    return outcomeOfError(thrown, place);
  }
}

function outcomeOfError(thrown: unknown, place: Place): Outcome<Value> {
  if (!(thrown instanceof EvaluationError)) throw thrown;
  return { output: undefined, diagnostics: [{ ...explainEvaluationError(thrown), ...place }] };
}

const NO_DIAGNOSTICS: Outcome<Value>["diagnostics"] = [];
