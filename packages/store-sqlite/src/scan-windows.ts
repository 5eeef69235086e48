import { EvaluationError } from "@tablewright/core/storage";
import type { Budgets, SqlValue, WindowStatement } from "@tablewright/store-sql";
import type { ReadRows, SqliteConnection } from "./connection.ts";
import type { SearchesApart } from "./searches-apart.ts";
import type { SlotRange } from "./slot-range.ts";
import { SortedRuns } from "./sorted-runs.ts";
import { Spending } from "./spending.ts";
import { WindowSize } from "./window-size.ts";

/**
 * The rows of a statement, a part at a time and each with its slot at the end: a window of slots is searched at a
 * stretch. In an order they come when all windows were searched. A part may be empty, so that others have their turn.
 */
export function* scanWindows(
  connection: SqliteConnection,
  budgets: Budgets,
  statement: WindowStatement,
  range: SlotRange,
  apart: SearchesApart,
): Generator<SqlValue[][], void> {
  const { limit = Number.POSITIVE_INFINITY, order, isGrouped } = statement;
  const { meter } = budgets;
  const runs = new SortedRuns(statement, limit);
  const last = connection.lastSearch(statement.within(0, 0).text);
  let size = last.size.again();
  let left = limit;
  for (let low = range.lowest - 1; low < range.highest && left > 0; low = range.skipGap(low)) {
    if (meter.remainingMilliseconds < 0)
      throw new EvaluationError("limit/time", { limit: meter.limits.milliseconds });
    const high = Math.min(range.highest, low + size.slots);
    const started = performance.now();
    const spending = new Spending(budgets);
    const until = started + size.longest;
    const isOnlyWhole = order.length > 0 || isGrouped;
    const most = isOnlyWhole ? Number.POSITIVE_INFINITY : size.rows;
    const read = connection.readWithin(budgets, statement.within(low, high, apart.tables), until, most);
    if (read.tooLong !== undefined) {
      spending.giveBack();
      for (const _ of apart.carryOut(read.tooLong)) yield [];
      size = new WindowSize();
      continue;
    }
    const end = endOf(read, high, isOnlyWhole);
    if (end === undefined) {
      spending.giveBack();
      size.stopped();
      yield [];
      continue;
    }
    size.took(end - low, performance.now() - started, read.once);
    low = end;
    if (order.length > 0) {
      yield [];
      runs.add(read.rows);
      yield [];
    } else {
      yield read.rows.length > left ? read.rows.slice(0, left) : read.rows;
      left -= read.rows.length;
    }
  }
  last.size = size;
  yield* runs.parts();
}

/** Up to which slot a window was searched; undefined where nothing of it can be used. */
function endOf({ rows, isWhole }: ReadRows, high: number, isOnlyWhole: boolean): number | undefined {
  if (isWhole) return high;
  return isOnlyWhole || rows.length === 0 ? undefined : Number(rows.at(-1)?.at(-1));
}
