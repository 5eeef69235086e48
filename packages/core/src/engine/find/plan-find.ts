import {
  type CheckedExpression,
  conjunctsOf,
  EvaluationError,
  evaluateRow,
  mayFail,
  type RequestContext,
  type Selection,
  selectionOf,
  type Task,
} from "../../expression/parts.ts";
import type { VirtualColumnDefinition } from "../../schema/index.ts";
import type { FindPlan, Grouping, SortKey } from "../../storage/index.ts";
import { columnRightsOf } from "../access/column-rights.ts";
import { shownColumns } from "../access/nameable.ts";
import type { Call, FindPage } from "../calls/call.ts";
import type { SummaryPlan } from "../summary/summary-functions.ts";
import { type PartStart, pageOrder, seekConditions } from "./page-order.ts";

/** The plan of all rows. */
export function planAllRows(call: Call): Task<PlannedFind> {
  return planRows(call, [], [], undefined);
}

/** The plan of a Selector; what cannot be planned exactly stays an expression to evaluate. */
export function* planFind(call: Call, selector: CheckedExpression): Task<FindStrategy> {
  const selection = selectionOf(selector);
  const evaluated = (reason: string) => ({ shape: "evaluated", selector, reason }) as const;
  if (selection.kind === "other") return evaluated(selection.reason);
  if (selection.table.name !== call.table.name)
    return evaluated(`its values are keys of "${selection.table.name}" and Refs to "${call.table.name}"`);
  const limit = limitOf(call, selection);
  if (limit === "unreadable") return evaluated("the count of TOP cannot be computed");
  return yield* planRows(call, selection.conditions, selection.order, limit);
}

function* planRows(
  call: Call,
  selected: readonly CheckedExpression[],
  sortKeys: readonly SortKey[],
  limit: number | undefined,
): Task<PlannedFind> {
  const {
    app,
    table,
    slice,
    answer: { page, summary },
    read: { context },
    observations,
  } = call;
  const isSliceApplied = slice?.filter === undefined || (limit === undefined && observations === undefined);
  const ofSlice = isSliceApplied && slice?.filter !== undefined ? conjunctsOf(slice.filter) : [];
  const parts = page === undefined ? undefined : pageOrder(app, table, sortKeys);
  const isInParts = parts !== undefined && limit === undefined;
  const sorted = isInParts ? parts : sortKeys;
  const start = isInParts ? seekConditions(call, parts) : undefined;
  const conditions = [...(start?.conditions ?? []), ...selected, ...ofSlice];
  const most = isInParts ? (isSliceApplied ? mostOf(page, start) : undefined) : limit;
  const certain = conditions.slice(0, yield* countCertain(conditions, context));
  const isCertain =
    certain.length === conditions.length && !sorted.some(({ expression }) => mayFail(expression, context));
  const grouped =
    summary && groupingIn(call, summary, { isCertain, isWhole: limit === undefined, isSliceApplied });
  const grouping = typeof grouped === "object" ? grouped : undefined;
  // Groups have an order of their own.
  const order = grouping === undefined ? sorted : [];
  const computed = isCertain && grouping === undefined ? columnsToCompute(call) : [];
  const pushed = {
    table: table.name,
    conditions: certain,
    order: isCertain ? order : [],
    computed: computed.flatMap(({ formula }) => formula ?? []),
    ...(grouping === undefined ? {} : { grouping }),
    context,
  };
  return {
    shape: "plan",
    conditions,
    order,
    limit: most,
    pageOrder: parts,
    seeks: start?.conditions.length ?? 0,
    computed,
    ungrouped: typeof grouped === "string" ? grouped : undefined,
    pushed: isCertain && most !== undefined ? { ...pushed, limit: most } : pushed,
    isSliceApplied,
  };
}

/** What grouping is pushed down: none where other rows than those it finds may be summarised. */
function groupingIn(
  call: Call,
  summary: SummaryPlan,
  {
    isCertain,
    isWhole,
    isSliceApplied,
  }: Readonly<Record<"isCertain" | "isWhole" | "isSliceApplied", boolean>>,
): Grouping | string {
  if (!isCertain) return "a condition may fail on a row, and then the call must say so";
  if (!isWhole) return "TOP decides which rows are summarised";
  if (!isSliceApplied) return "the filter of the slice is observed";
  const rights = columnRightsOf(call);
  const masked = summary.columns.find((column) => rights?.stateOf(column) !== undefined);
  if (masked !== undefined) return `the caller may not read "${masked.name}" of every row`;
  return groupingOf(summary);
}

/**
 * How many rows of a part are asked for: one more than are shown says whether there are others, and a few more may be in the
 * place of the last, having keys that differ from its key only in case, or in that of the last row before.
 */
function mostOf(page: FindPage | undefined, start: PartStart | undefined): number | undefined {
  if (page === undefined || !Number.isFinite(page.limit)) return undefined;
  if (page.after === undefined) return page.limit + 1 + SAME_PLACE;
  return start?.isExact ? page.limit + 2 + SAME_PLACE : undefined;
}

const SAME_PLACE = 4;

/** How many conditions come before the first that may fail on some row. */
function* countCertain(conditions: readonly CheckedExpression[], context: RequestContext): Task<number> {
  const { timeSlice } = context.meter;
  for (const [at, condition] of conditions.entries()) {
    if (mayFail(condition, context)) return at;
    if (timeSlice.isOver) yield;
  }
  return conditions.length;
}

function columnsToCompute(call: Call): readonly VirtualColumnDefinition[] {
  const rights = columnRightsOf(call);
  const all = shownColumns(call).columns.filter((column) => column.isVirtual);
  const virtual = all.filter((column) => rights?.stateOf(column) === undefined);
  return virtual.filter(({ formula }) => readsOtherRows(formula));
}

/** For a single value, and without failing on any row. */
function readsOtherRows(formula: CheckedExpression | undefined): boolean {
  if (formula === undefined || formula.references.tables.size === 0) return false;
  return formula.type.kind !== "List" && !mayFail(formula);
}

function smallest(counts: readonly number[]): number {
  return counts.reduce((least, count) => Math.min(least, count), Number.POSITIVE_INFINITY);
}

/** The smallest count of TOP; none where there is no TOP. */
function limitOf({ read: { context } }: Call, { limits }: Selection): number | "unreadable" | undefined {
  if (limits.length === 0) return undefined;
  try {
    const counts = limits.map((limit) => Number(evaluateRow(limit, [], context) ?? 0));
    return Math.max(0, smallest(counts));
  } catch (thrown) {
    if (thrown instanceof EvaluationError) return "unreadable";
    throw thrown;
  }
}

/** What a store is asked to group; a clause why not where the engine has to compute a column. */
function groupingOf({ by, values, columns }: SummaryPlan): Grouping | string {
  const virtual = columns.find(({ isVirtual }) => isVirtual);
  if (virtual !== undefined) return `"${virtual.name}" is a virtual column`;
  return {
    by: by.flatMap((column) => (column.isVirtual ? [] : column.index)),
    folds: values.flatMap(({ fold, column }) =>
      fold === undefined || column.isVirtual
        ? []
        : fold.folds.map((name) => ({ name, column: column.index })),
    ),
  };
}

/** How a Find without keys is answered. */
export type FindStrategy = PlannedFind | EvaluatedFind;

/** Rows by conditions, order and limit: no list of keys is built, and the store may do all of it. */
export interface PlannedFind {
  readonly shape: "plan";
  /** All must be TRUE; tried in this order, no further than the first that is not. */
  readonly conditions: readonly CheckedExpression[];
  readonly order: readonly SortKey[];
  readonly limit: number | undefined;
  /**
   * What is pushed down: the conditions before the first that may fail on some row, and order and limit when that
   * is all. What comes after a condition that may fail would otherwise decide on which rows it is tried.
   */
  readonly pushed: FindPlan;
  /** The order of parts where the Find is read in parts; without a TOP it is `order`. */
  readonly pageOrder: readonly SortKey[] | undefined;
  /** How many of the first conditions are about where the part begins. */
  readonly seeks: number;
  /** The virtual columns whose computation is pushed down: those that read other rows for one value. */
  readonly computed: readonly VirtualColumnDefinition[];
  /**
   * The filter of the call's slice is among the conditions; after a limit, and where it is observed, it is tried on the rows
   * that are left.
   */
  readonly isSliceApplied: boolean;
  /** Why the groups of a summary are not pushed down, a clause that begins after "because". */
  readonly ungrouped?: string | undefined;
}

/** A Selector whose value is a list of keys, by which the rows are read. */
interface EvaluatedFind {
  readonly shape: "evaluated";
  readonly selector: CheckedExpression;
  /** A clause that begins after "because". */
  readonly reason: string;
}
