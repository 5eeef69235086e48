import {
  type CheckedExpression,
  EvaluationError,
  evaluateInSteps,
  evaluateRow,
  type RequestContext,
  type Steps,
} from "../../expression/parts.ts";
import { type Row, type RowReader, UnreadableValue } from "../../storage/index.ts";
import type { Call } from "../calls/call.ts";
import type { Observations } from "../observations/observations.ts";
import { observing } from "../observations/observing.ts";
import { withOwnBudget } from "./askable-part.ts";

/** The rows that exist for the caller, the others undefined; the filter reads other tables past their filters. */
export async function filterRows(
  { filtering, unfiltered, observations }: Call,
  stored: RowReader,
  filter: CheckedExpression,
  rows: readonly (Row | undefined)[],
): Promise<readonly (Row | undefined)[]> {
  const stage = () => tryFilter(filter, rows, filtering, observations);
  if (observations === undefined) return unfiltered.run(stored, filtering, stage);
  const observed = observing(observations, stage);
  return unfiltered.run(stored, filtering, observed.stage, observed.undo);
}

function* tryFilter(
  filter: CheckedExpression,
  rows: readonly (Row | undefined)[],
  context: RequestContext,
  observations: Observations | undefined,
): Steps<readonly (Row | undefined)[]> {
  const { turn } = context.meter;
  const visible: (Row | undefined)[] = [];
  for (const row of rows) {
    const isVisible = row !== undefined && (yield* passes(filter, row, context));
    if (row !== undefined) observations?.evaluates(filter, isVisible);
    visible.push(isVisible ? row : undefined);
    if (turn.isOver) yield;
  }
  return visible;
}

function* passes(filter: CheckedExpression, row: Row, context: RequestContext): Steps<boolean> {
  try {
    const own = withOwnBudget(context);
    return (
      (context.meter.isShared ? yield* evaluateInSteps(filter, row, own) : evaluateRow(filter, row, own)) ===
      true
    );
  } catch (thrown) {
    if (isEvaluationError(thrown) || thrown instanceof UnreadableValue) return false;
    throw thrown;
  }
}

/** Whether the error lies in a row; that the call has no time left is an error of the call. */
export function isEvaluationError(thrown: unknown): boolean {
  return thrown instanceof EvaluationError && thrown.code !== "limit/time";
}
