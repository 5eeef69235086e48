import { isTask, orderRows, RowEvaluation } from "@tablewright/core/compiler";
import type {
  CheckedExpression,
  FindPlan,
  FoundRows,
  RequestContext,
  Row,
  Task,
} from "@tablewright/core/storage";
import { ColumnTable } from "./columns/column-table.ts";
import { selectWhereAll } from "./columns/select-where-all.ts";
import { narrowRows } from "./narrow-rows.ts";
import type { TableVersion } from "./table-version.ts";
import { TopCandidates } from "./top-candidates.ts";

/**
 * Applies what reads only this table's row, and leaves to the engine what reads other tables; where the security filter
 * does, all is left. It pauses when many rows are to be looked at, so that who runs it can let others have the processor.
 */
export function* findInTables(version: TableVersion, plan: FindPlan): Task<FoundRows> {
  const { rowFilter, conditions, order, context } = plan;
  if (rowFilter !== undefined && !readsOwnRowOnly(rowFilter)) return allRows(version, plan);
  const residual = conditions.filter((one) => !readsOwnRowOnly(one));
  const ordered = residual.length === 0 && order.every(({ expression }) => readsOwnRowOnly(expression));
  const limit = ordered && plan.limit !== undefined ? Math.max(0, plan.limit) : Number.POSITIVE_INFINITY;
  const isFirst = order.length === 0;
  const top = isFirst || limit === Number.POSITIVE_INFINITY ? undefined : TopCandidates.of(order, limit);
  const rows = yield* wantedRows(version, plan, isFirst ? limit : Number.POSITIVE_INFINITY, top);
  return {
    filtered: true,
    rows: ordered && order.length > 0 ? yield* orderRows(rows, order, context, limit) : rows,
    residual,
    ordered,
    limited: limit < Number.POSITIVE_INFINITY,
  };
}

/** All rows, with nothing done: none of them may be distinguished from the others before the security filter was tried. */
function allRows({ rows }: TableVersion, { conditions }: FindPlan): FoundRows {
  return {
    filtered: false,
    rows: rows.toArray(),
    residual: conditions,
    ordered: false,
    limited: false,
  };
}

/**
 * The first rows, in stored order, that satisfy all conditions not left to the engine; those that cannot be among the `top`
 * may be missing.
 */
function* wantedRows(
  version: TableVersion,
  plan: FindPlan,
  limit: number,
  top: TopCandidates | undefined,
): Task<readonly Row[]> {
  if (limit === 0) return [];
  const { context, inList } = plan;
  const own = plan.conditions.filter(readsOwnRowOnly);
  const narrowed = narrowRows(
    version,
    plan.rowFilter === undefined ? own : [plan.rowFilter, ...own],
    context,
    inList,
  );
  if (narrowed === undefined) return yield* scanRows(version, plan, own, limit, top);
  const rows = narrowed.rows();
  const isKnown = plan.rowFilter === undefined && own.length === 1 && own[0] === narrowed.satisfied;
  if (!isKnown) return yield* filtered(rows, wantedIn(plan, own), plan, limit);
  const matches = rows.length > limit ? rows.slice(0, limit) : rows;
  context.meter.spend(matches.length);
  return matches;
}

/** The first of some rows that pass a filter. */
function* filtered(
  rows: readonly Row[],
  filter: RowFilter,
  plan: FindPlan,
  limit: number,
): Task<readonly Row[]> {
  const { meter } = plan.context;
  const { meter: filterMeter } = filteringOf(plan);
  const matches: Row[] = [];
  for (const row of rows) {
    if (meter.isPauseDue || filterMeter.isPauseDue) yield;
    const passes = filter.sync ? filter.sync(row) : yield* filter.task(row);
    if (passes && matches.push(row) >= limit) break;
  }
  return matches;
}

/** Whether a row is wanted: what a caller wrote is tried and charged for on visible rows only. */
function wantedIn(plan: FindPlan, conditions: readonly CheckedExpression[]): RowFilter {
  const isWanted = rowFilter(conditions, plan.context);
  if (plan.rowFilter === undefined) return isWanted;
  return bothFilters(rowFilter([plan.rowFilter], filteringOf(plan)), isWanted);
}

function filteringOf({ rowSecurity, context }: FindPlan): FindPlan["context"] {
  return rowSecurity?.filtering ?? context;
}

/** Looks at every row, by columns where the store holds them. */
function* scanRows(
  { rows }: TableVersion,
  plan: FindPlan,
  conditions: readonly CheckedExpression[],
  limit: number,
  top: TopCandidates | undefined,
): Task<readonly Row[]> {
  const isAll = conditions.length === 0 && limit >= rows.liveCount && top === undefined;
  if (plan.rowFilter === undefined && isAll) return rows.toArray();
  const { meter } = plan.context;
  let filter: RowFilter | undefined;
  const byColumns = plan.rowFilter === undefined ? conditions : [plan.rowFilter];
  const isByColumns = !meter.isShared || !byColumns.some(isTask);
  let select: ((table: ColumnTable) => Task<readonly Row[]>) | undefined;
  const matches: Row[] = [];
  for (const segment of rows.segments()) {
    if (meter.timeSlice.isOver) yield;
    const scanned = segment.scan();
    const left = limit - matches.length;
    if (scanned instanceof ColumnTable && isByColumns) {
      select ??= selectionIn(plan, conditions, top);
      for (const row of yield* select(scanned)) matches.push(row);
    } else {
      filter ??= wantedIn(plan, conditions);
      const all = scanned instanceof ColumnTable ? scanned.rows : scanned;
      for (const row of yield* filtered(all, filter, plan, left)) matches.push(row);
    }
    if (matches.length >= limit) return matches.slice(0, limit);
  }
  return matches;
}

/** The rows of columns that are wanted; under a security filter the conditions are tried row by row. */
function selectionIn(
  plan: FindPlan,
  conditions: readonly CheckedExpression[],
  top: TopCandidates | undefined,
): (table: ColumnTable) => Task<readonly Row[]> {
  const rowsAt = ({ rows }: ColumnTable, positions: Int32Array) =>
    Array.from(positions, (position) => rows[position] as Row);
  const { rowFilter: filter, context } = plan;
  if (filter === undefined) {
    const select = selectWhereAll(conditions, context);
    return function* (table) {
      const selected = conditions.length === 0 ? Int32Array.from(table.rows.keys()) : yield* select(table);
      if (top === undefined) return rowsAt(table, selected);
      const candidates = top.among(table, selected);
      // What comes after the first rows is charged for as sorting it would be.
      context.meter.spend(selected.length - candidates.length);
      return rowsAt(table, candidates);
    };
  }
  const selectVisible = selectWhereAll([filter], filteringOf(plan));
  const isWanted = rowFilter(conditions, context);
  return function* (table) {
    const visible = rowsAt(table, yield* selectVisible(table));
    return yield* filtered(visible, isWanted, plan, Number.POSITIVE_INFINITY);
  };
}

export function readsOwnRowOnly(expression: CheckedExpression): boolean {
  return expression.references.tables.size === 0;
}

/**
 * Whether a row passes conditions. A task where one of them is:
 * `filter.sync ? filter.sync(row) : yield* filter.task(row)`.
 */
type RowFilter =
  | { readonly sync: (row: Row) => boolean; readonly task?: undefined }
  | { readonly sync?: undefined; readonly task: (row: Row) => Task<boolean> };

/**
 * Whether all conditions are TRUE on a row, in their order and no further than the first that is not. Each row costs one
 * step of the request's budget; throws what evaluation throws.
 */
function rowFilter(conditions: readonly CheckedExpression[], context: RequestContext): RowFilter {
  if (conditions.length === 0) return { sync: () => true };
  const { meter } = context;
  const evaluations = conditions.map((condition) => new RowEvaluation(condition, context));
  const closures = evaluations.flatMap(({ sync }) => sync ?? []);
  if (closures.length === evaluations.length)
    return {
      sync(row) {
        meter.spend(1);
        for (const evaluate of closures) if (evaluate(row) !== true) return false;
        return true;
      },
    };
  return {
    *task(row) {
      meter.spend(1);
      for (const one of evaluations)
        if ((one.sync ? one.sync(row) : yield* one.task(row)) !== true) return false;
      return true;
    },
  };
}

/** Whether a row passes both: the second is asked only of rows that pass the first. */
function bothFilters(first: RowFilter, second: RowFilter): RowFilter {
  if (first.sync && second.sync) {
    const [passesFirst, passesSecond] = [first.sync, second.sync];
    return { sync: (row) => passesFirst(row) && passesSecond(row) };
  }
  return {
    *task(row) {
      if (!(first.sync ? first.sync(row) : yield* first.task(row))) return false;
      return second.sync ? second.sync(row) : yield* second.task(row);
    },
  };
}
