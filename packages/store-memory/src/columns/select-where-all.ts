import { evaluatorOf, makeFrame, rewrite } from "@tablewright/core/compiler";
import {
  type CheckedExpression,
  EvaluationError,
  type Meter,
  type RequestContext,
  type Task,
} from "@tablewright/core/storage";
import { CHUNK, ColumnRun, type Filter } from "./column-run.ts";
import type { ColumnTable } from "./column-table.ts";
import { compileFilter } from "./compile-filter.ts";
import { keepWhereAll } from "./filters.ts";

type Frame = ReturnType<typeof makeFrame>;

/**
 * Selects the positions, in table order, of the rows for which all conditions are TRUE. They are tried in their order, and
 * no further than the first that is not; throws `EvaluationError` as evaluating them row by row does. The selection that
 * is returned serves any number of tables with the same columns.
 */
export function selectWhereAll(
  conditions: readonly CheckedExpression[],
  context: RequestContext,
): (table: ColumnTable) => Task<Int32Array> {
  const select = selectionBy(keepWhereAll(conditions.map(filterOf)), keepWhereAllByRow(conditions));
  const frame = makeFrame([], context);
  const size = new ChunkSize();
  return (table) => select(table, frame, size);
}

function filterOf(condition: CheckedExpression): Filter {
  const existing = filters.get(condition);
  if (existing !== undefined) return existing;
  const filter = compileFilter(rewrite(condition).root, 0);
  filters.set(condition, filter);
  return filter;
}

const filters = new WeakMap<CheckedExpression, Filter>();

/** Row by row rather than condition by condition, so that the error of the first row is met first. */
function keepWhereAllByRow(conditions: readonly CheckedExpression[]): Filter {
  const evaluators = conditions.map(evaluatorOf);
  return (positions, count, { table, frame }) => {
    let matches = 0;
    for (let at = 0; at < count; at++) {
      const position = positions[at] as number;
      const row = table.rows[position] as (typeof table.rows)[number];
      frame.rows[0] = row;
      if (!evaluators.every((evaluate) => evaluate(row, frame) === true)) continue;
      positions[matches] = position;
      matches += 1;
    }
    return matches;
  };
}

/** Selects rows of a table with pauses between chunks. */
type Selection = (table: ColumnTable, frame: Frame, size: ChunkSize) => Task<Int32Array>;

/** The selection by a filter, chunk by chunk; `byRow` keeps the same rows one after the other. */
function selectionBy(filter: Filter, byRow: Filter): Selection {
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

/**
 * How many rows are worked on between two questions whether the turn is over. The cost of a row is not known: few to
 * begin with, twice as many as long as they are done in time, and far fewer when they are not.
 */
class ChunkSize {
  #size = FIRST;

  /** Rows of the next chunk; whole chunks for a request that shares the processor with no other. */
  next({ isShared }: Meter): number {
    return isShared ? this.#size : CHUNK;
  }

  /** To be asked after each chunk. */
  isPauseDue({ timeSlice }: Meter): boolean {
    const { isOver } = timeSlice;
    this.#size = isOver ? Math.max(FEWEST, this.#size >> 3) : Math.min(CHUNK, this.#size * 2);
    return isOver;
  }
}

const FIRST = 256;
const FEWEST = 16;
