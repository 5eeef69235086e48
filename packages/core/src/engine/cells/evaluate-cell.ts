import type { Location, Outcome } from "../../diagnostics/index.ts";
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
 * `evaluateCell` without a generator and, where nothing goes wrong, without an outcome; `UNFINISHED` where the evaluation was
 * interrupted, and `evaluateCell` has to go on with it. Nearly every evaluation is over before that.
 */
export function attemptValue(
  call: Call,
  expression: CheckedExpression,
  row: Row,
  before: Row | undefined,
  column: string,
  position?: number,
  computed?: ComputedValues,
): Value | typeof UNFINISHED | FailedCell {
  try {
    const output = attemptRow(expression, row, call.request, before, computed);
    if (output !== UNFINISHED)
      call.observations?.evaluates(expression, output, {
        call,
        row,
        before,
        location: locationOf(column, position),
      });
    return output;
  } catch (thrown) {
    return new FailedCell(outcomeOfError(thrown, locationOf(column, position)).diagnostics);
  }
}

/** A cell whose evaluation ran into a limit. */
export class FailedCell {
  readonly diagnostics: Outcome<Value>["diagnostics"];

  constructor(diagnostics: Outcome<Value>["diagnostics"]) {
    this.diagnostics = diagnostics;
  }
}

function locationOf(column: string, position: number | undefined): Location {
  return position === undefined ? { column } : { row: position, column };
}

/** As `attemptValue`, as an outcome; undefined where the evaluation was interrupted. */
export function attemptCell(...attempt: Parameters<typeof attemptValue>): Outcome<Value> | undefined {
  return outcomeOf(attemptValue(...attempt));
}

/** What an attempt has given; undefined where the evaluation was interrupted. */
export function outcomeOf(value: ReturnType<typeof attemptValue>): Outcome<Value> | undefined {
  if (value === UNFINISHED) return undefined;
  return value instanceof FailedCell
    ? { output: undefined, diagnostics: value.diagnostics }
    : { output: value, diagnostics: NO_DIAGNOSTICS };
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
  location: Location,
  computed?: ComputedValues,
): Steps<Outcome<Value>> {
  const { request, observations } = call;
  try {
    const output = request.meter.isShared
      ? yield* evaluateInSteps(expression, row, request, before, computed)
      : evaluateRow(expression, row, request, before, computed);
    observations?.evaluates(expression, output, { call, row, before, location });
    return { output, diagnostics: [] };
  } catch (thrown) {
    return outcomeOfError(thrown, location);
  }
}

function outcomeOfError(thrown: unknown, location: Location): Outcome<Value> {
  if (!(thrown instanceof EvaluationError)) throw thrown;
  return { output: undefined, diagnostics: [{ ...explainEvaluationError(thrown), ...location }] };
}

const NO_DIAGNOSTICS: Outcome<Value>["diagnostics"] = [];
