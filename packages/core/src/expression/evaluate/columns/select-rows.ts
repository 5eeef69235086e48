import { rewrite } from "../../rewrite/rewrite.ts";
import { EvaluationError } from "../../runtime/evaluation-error.ts";
import type { RequestContext } from "../../runtime/request-context.ts";
import { atOnce, type Steps } from "../../runtime/steps.ts";
import type { CheckedExpression } from "../../tree/checked-expression.ts";
import type { Node, RowSlot } from "../../tree/node.ts";
import { type Frame, makeFrame, NO_ROW } from "../frame.ts";
import { ChunkSize } from "./chunk-size.ts";
import { CHUNK, ColumnRun, type Filter } from "./column-run.ts";
import type { ColumnTable } from "./column-table.ts";
import { compileFilter } from "./compile-filter.ts";
import { keepByRow } from "./per-row.ts";

/**
 * The positions, in table order, of the rows for which a Yes/No expression about the current row is TRUE: the rows for
 * which `evaluateRow` answers true. Throws `EvaluationError` as it does.
 */
export function selectRows(
  condition: CheckedExpression,
  table: ColumnTable,
  context: RequestContext,
): Int32Array {
  let select = selections.get(condition);
  if (select === undefined) {
    select = selectionOf(rewrite(condition).root, 0);
    selections.set(condition, select);
  }
  return select(table, makeFrame(NO_ROW, context));
}

const selections = new WeakMap<CheckedExpression, Selection>();

/** Selects rows of a table; the frame holds the rows in view around it. */
export type Selection = (table: ColumnTable, frame: Frame) => Int32Array;

/** The selection of the rows in `slot` by a condition. */
export function selectionOf(condition: Node, slot: RowSlot): Selection {
  return selectionBy(compileFilter(condition, slot), keepByRow(condition, slot));
}

/** The selection by a filter, chunk by chunk; `byRow` keeps the same rows one after the other. */
export function selectionBy(filter: Filter, byRow: Filter): Selection {
  const select = stepwiseSelectionBy(filter, byRow);
  return (table, frame) => atOnce(select(table, frame, new ChunkSize()));
}

/** Selects rows of a table with pauses between chunks. */
export type StepwiseSelection = (table: ColumnTable, frame: Frame, size: ChunkSize) => Steps<Int32Array>;

/** As `selectionBy`, with pauses. */
export function stepwiseSelectionBy(filter: Filter, byRow: Filter): StepwiseSelection {
  return function* (table, frame, size) {
    const run = new ColumnRun(table, frame);
    const { meter } = frame.context;
    const { length } = table.rows;
    const chunk = new Int32Array(CHUNK);
    const selected = new Int32Array(length);
    let total = 0;
    for (let start = 0; start < length; ) {
      const count = fillChunk(chunk, start, Math.min(start + size.next(meter), length));
      meter.spend(count);
      const matches = filterChunk(filter, byRow, chunk, count, start, run);
      selected.set(chunk.subarray(0, matches), total);
      total += matches;
      start += count;
      if (size.isPauseDue(meter)) yield;
    }
    return selected.slice(0, total);
  };
}

function fillChunk(chunk: Int32Array, start: number, end: number): number {
  const count = Math.min(CHUNK, end - start);
  for (let at = 0; at < count; at++) chunk[at] = start + at;
  return count;
}

/** Columns meet the errors of a chunk in another order than rows do; the error that counts is the first row's. */
function filterChunk(
  filter: Filter,
  byRow: Filter,
  chunk: Int32Array,
  count: number,
  start: number,
  run: ColumnRun,
): number {
  try {
    return filter(chunk, count, run);
  } catch (error) {
    if (!(error instanceof EvaluationError)) throw error;
    fillChunk(chunk, start, start + count);
    return byRow(chunk, count, run);
  }
}
