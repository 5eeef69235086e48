import {
  type CheckedExpression,
  EvaluationError,
  evaluateAsTask,
  evaluateRow,
  type RequestContext,
  type Task,
} from "../../expression/parts.ts";
import { filterReads } from "../../expression/plan/filter-reads.ts";
import { type Row, type RowReader, UnreadableValue } from "../../storage/index.ts";
import { unreadableCells } from "../../storage/unreadable-value.ts";
import type { Call } from "../calls/call.ts";
import { observing } from "../observations/observations.ts";
import { withOwnBudget } from "./askable-part.ts";

/**
 * The rows that exist for the caller, the others undefined; the filter reads other tables past their filters. A row is hidden
 * where something that the filter reads cannot be read, which the operator is told of.
 */
export async function filterRows(
  call: Call,
  stored: RowReader,
  filter: CheckedExpression,
  rows: readonly (Row | undefined)[],
): Promise<readonly (Row | undefined)[]> {
  const { filtering, unfiltered, observations } = call;
  const { own } = filterReads(filter, filtering.user);
  const names = new Set(own.values());
  const readable = rows.map((row) => {
    const unreadable = row && unreadableCells(row).find(({ column }) => names.has(column));
    if (unreadable !== undefined) tellHidden(call, unreadable);
    return unreadable === undefined ? row : undefined;
  });
  const stage = () => tryFilter(call, filter, readable, filtering);
  if (observations === undefined) return unfiltered.run(stored, filtering, stage);
  const observed = observing(observations, stage);
  return unfiltered.run(stored, filtering, observed.stage, observed.undo);
}

/** Once a call for each column. */
function tellHidden(call: Call, { table, column }: UnreadableValue): void {
  const told = toldBy.get(call) ?? new Set<string>();
  toldBy.set(call, told);
  const about = JSON.stringify([table, column]);
  if (told.has(about)) return;
  told.add(about);
  const message = "rows are hidden because a security filter reads a value that cannot be read";
  call.log({ level: "warning", message, details: { table, column } });
}

const toldBy = new WeakMap<Call, Set<string>>();

function* tryFilter(
  call: Call,
  filter: CheckedExpression,
  rows: readonly (Row | undefined)[],
  context: RequestContext,
): Task<readonly (Row | undefined)[]> {
  const { observations } = call;
  const { timeSlice } = context.meter;
  const visible: (Row | undefined)[] = [];
  for (const row of rows) {
    const isVisible = row !== undefined && (yield* passes(call, filter, row, context));
    if (row !== undefined) observations?.evaluates(filter, isVisible);
    visible.push(isVisible ? row : undefined);
    if (timeSlice.isOver) yield;
  }
  return visible;
}

function* passes(call: Call, filter: CheckedExpression, row: Row, context: RequestContext): Task<boolean> {
  try {
    const own = withOwnBudget(context);
    return (
      (context.meter.isShared ? yield* evaluateAsTask(filter, row, own) : evaluateRow(filter, row, own)) ===
      true
    );
  } catch (thrown) {
    if (thrown instanceof UnreadableValue) tellHidden(call, thrown);
    if (isEvaluationError(thrown) || thrown instanceof UnreadableValue) return false;
    throw thrown;
  }
}

/** Whether the error lies in a row; that the call has no time left is an error of the call. */
export function isEvaluationError(thrown: unknown): boolean {
  return thrown instanceof EvaluationError && thrown.code !== "limit/time";
}
