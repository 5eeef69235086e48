import {
  type CheckedExpression,
  makeFrame,
  type RequestContext,
  type Row,
  RowEvaluation,
  rowEvaluatorOf,
  type Steps,
  UNFINISHED,
} from "@tablewright/core/storage";

/** Asks of one row after the other whether it is wanted. */
export interface RowFilter {
  /** Whether it is, or `UNFINISHED` where that takes long: `inSteps` then goes on with the same row. */
  attempt(row: Row): boolean | typeof UNFINISHED;
  inSteps(row: Row): Steps<boolean>;
}

/**
 * Whether all conditions are TRUE on a row, in their order and no further than the first that is not. Each row costs one
 * step of the request's budget; throws what evaluation throws.
 */
export function rowFilter(conditions: readonly CheckedExpression[], context: RequestContext): RowFilter {
  if (conditions.length === 0) return { attempt: () => true, inSteps: stepwise([], () => 0) };
  return context.meter.isShared ? sharedFilter(conditions, context) : straightFilter(conditions, context);
}

/** Whether a row passes both: the second is asked of those alone that pass the first. */
export function bothFilters(first: RowFilter, second: RowFilter): RowFilter {
  let isPastFirst = false;
  return {
    attempt(row) {
      isPastFirst = false;
      const passes = first.attempt(row);
      if (passes !== true) return passes;
      isPastFirst = true;
      return second.attempt(row);
    },
    *inSteps(row) {
      if (isPastFirst) return yield* second.inSteps(row);
      if (!(yield* first.inSteps(row))) return false;
      const passes = second.attempt(row);
      return passes === UNFINISHED ? yield* second.inSteps(row) : passes;
    },
  };
}

function straightFilter(conditions: readonly CheckedExpression[], context: RequestContext): RowFilter {
  const frame = makeFrame([], context);
  const { meter } = context;
  const evaluators = conditions.map(rowEvaluatorOf);
  const attempt = (row: Row) => {
    meter.spend(1);
    frame.rows[0] = row;
    for (const evaluate of evaluators) if (evaluate(row, frame) !== true) return false;
    return true;
  };
  return { attempt, inSteps: stepwise([], () => 0) };
}

function sharedFilter(conditions: readonly CheckedExpression[], context: RequestContext): RowFilter {
  const { meter } = context;
  const evaluations = conditions.map((condition) => new RowEvaluation(condition, context));
  let unfinished = 0;
  const attempt = (row: Row) => {
    meter.spend(1);
    for (const [at, evaluation] of evaluations.entries()) {
      const value = evaluation.attempt(row);
      if (value === true) continue;
      if (value !== UNFINISHED) return false;
      unfinished = at;
      return UNFINISHED;
    }
    return true;
  };
  return { attempt, inSteps: stepwise(evaluations, () => unfinished) };
}

/** Goes on with the evaluation that was not finished, and with those after it. */
function stepwise(evaluations: readonly RowEvaluation[], first: () => number): RowFilter["inSteps"] {
  return function* (row) {
    for (const evaluation of evaluations.slice(first())) {
      if ((yield* evaluation.inSteps(row)) !== true) return false;
    }
    return true;
  };
}
