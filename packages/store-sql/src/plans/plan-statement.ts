import type { CheckedExpression, FindPlan, ResidualCondition } from "@tablewright/core/storage";
import { compileSortKey, compileToSql, compileToValue } from "../compile/compile-to-sql.ts";
import type { SqlDialect } from "../compile/sql-dialect.ts";
import type { RowInSql } from "../compile/sql-scope.ts";
import { type SqlTable, type StoredForm, storedOrder } from "../compile/sql-table.ts";
import { type RenderedSql, renderSql } from "../fragments/render-sql.ts";
import { joinSql, SqlFragment, sql, sqlName, sqlParameter } from "../fragments/sql-fragment.ts";
import { type GroupedValues, groupedValues } from "./grouping.ts";
import {
  type PlanPlace,
  type RowsInView,
  type RowTest,
  requestOf,
  rowsInView,
  testsInView,
  wholeTable,
  withTick,
} from "./rows-in-view.ts";
import {
  limitValue,
  type SortedBy,
  sortKeyInSql,
  type WindowStatement,
  windowStatement,
} from "./window-statement.ts";

/**
 * A plan as a statement, as far as a database carries it out exactly; a row is read as its columns and its slot. It gives
 * the rows when they are at most `FEW_ROWS`, and one row more than these when there are more.
 */
export interface PlanStatement extends RenderedSql {
  /** Whether it gives no row that the plan's security filter hides; if it may, it gives all rows. */
  readonly filtered: boolean;
  readonly residual: readonly ResidualCondition[];
  readonly ordered: boolean;
  readonly limited: boolean;
  /** Whether the rows come in their order; else, without an order asked for, they are to be sorted by their slots. */
  readonly isSorted: boolean;
  /** How groups are read, where it gives these in place of rows. */
  readonly groups?: Pick<GroupedValues, "by" | "folds"> | undefined;
  /** Why it does not give the groups that are wanted, a clause that begins after "because". */
  readonly ungrouped?: string | undefined;
  /** The values that stand between the columns and the slot. */
  readonly computed: readonly ComputedValue[];
  /** The statement that gives all rows in their order, however many there are: for a reader that takes them part by part. */
  ofMany(): RenderedSql;
  /**
   * The statement that gives at most `count` of these rows after the first `start`; undefined where two rows may be equal in every
   * column that sorts them, so that their order may be another one each time.
   */
  readonly ofPage?: (start: number, count: number) => RenderedSql;
  /** The statement for searching a window of slots at a time, of which each gives at most `most` rows, or as many as are wanted. */
  ofWindow(most?: number): WindowStatement;
}

/** A value that the database computes with a row. */
export interface ComputedValue {
  /** One of the plan's `computed`. */
  readonly expression: CheckedExpression;
  readonly form: StoredForm;
}

/** Rows that are read at once: some megabytes and some milliseconds. */
export const FIRST_ROWS = 10_000;

/**
 * Conditions that cannot be pushed down are left with the compiler's reason; the order is pushed down when none is left, and a
 * limit when all before it is. Rows that are equal in the order come in stored order. Nothing goes before the security filter.
 */
export function planStatement(plan: FindPlan, table: SqlTable, place: PlanPlace): PlanStatement {
  const row = { alias: ALIAS, table };
  const inView = rowsInView(plan, row, place, LARGEST);
  if (typeof inView !== "string") return statementOf(plan, table, place, inView);
  return statementOfAll(
    plan,
    table,
    place,
    `the security filter is tried before it, and is not pushed down: ${inView}`,
  );
}

/** All rows of a plan's table; nothing of the plan is done, for a reason. */
export function statementOfAll(
  plan: FindPlan,
  table: SqlTable,
  place: PlanPlace,
  reason: string,
): PlanStatement {
  const { context, conditions, rowFilter } = plan;
  const rest = { table: plan.table, conditions: [], order: [], context };
  const anywhere = { ...place, inList: () => undefined };
  const residual = conditions.map((condition) => ({ condition, reason }));
  const read = statementOf(rest, table, anywhere, wholeTable({ alias: ALIAS, table }));
  const ungrouped = plan.grouping && reason;
  return { ...read, filtered: rowFilter === undefined, residual, ordered: false, limited: false, ungrouped };
}

function statementOf(plan: FindPlan, table: SqlTable, place: PlanPlace, inView: RowsInView): PlanStatement {
  const row = { alias: ALIAS, table };
  const { tests, residual } = testsOf(plan, row, place);
  const grouped = groupedValues(plan, ALIAS, table, place.dialect);
  if (typeof grouped === "object" && residual.length === 0) {
    const all = testsInView(inView, [...inListOf(plan, row, place), ...tests]);
    return groupStatement(table, all, inView, grouped, place.dialect);
  }
  const order = residual.length === 0 ? orderOf(plan, table, place) : undefined;
  const values = order === undefined ? [] : valuesOf(plan, row, place);
  const reading = [readingOf(table, values, inView, place.dialect)];
  const filters = withTick(
    testsInView(inView, [...inListOf(plan, row, place), ...tests]),
    row,
    place.dialect,
  );
  if (filters.length > 0) reading.push(sql`where ${joinSql(filters, " and ")}`);
  const limited = order !== undefined && plan.limit !== undefined;
  // Told to give rows in stored order, a database rather looks at all of them than uses an index.
  const isWhole = filters.length === 0 && !inView.isFenced;
  const isSorted =
    isWhole || table.order !== undefined || limited || (order !== undefined && order.length > 0);
  const keys = (order ?? []).map((one) => sortKeyInSql(one, place.dialect));
  const sorting = sql`order by ${joinSql([...keys, storedOrder(table, ALIAS)], ", ")}`;
  const statement = (isSorted: boolean, limit: number | undefined, start = 0) => {
    const parts = isSorted ? [...reading, sorting] : [...reading];
    if (limit !== undefined) parts.push(sql`limit ${sqlParameter(limitValue(limit))}`);
    if (start > 0) parts.push(sql`offset ${sqlParameter(limitValue(start))}`);
    return joinSql(parts, " ");
  };
  const render = (fragment: SqlFragment) => renderSql(fragment, place.dialect);
  const limit = limited ? plan.limit : undefined;
  const few = statement(isSorted, limit === undefined ? FIRST_ROWS + 1 : Math.min(limit, FIRST_ROWS + 1));
  const ofPage = (start: number, count: number) =>
    render(statement(true, Math.min(count, Math.max(0, (limit ?? Number.POSITIVE_INFINITY) - start)), start));
  return {
    ...render(few),
    filtered: true,
    residual,
    ordered: order !== undefined,
    limited,
    isSorted,
    computed: values.map(({ expression, form }) => ({ expression, form })),
    ungrouped: typeof grouped === "string" ? grouped : grouped && "not all conditions are pushed down",
    ofMany: () => render(statement(true, limit)),
    ...(table.order === undefined || table.isOrderTotal ? { ofPage } : {}),
    ofWindow: (most = limit) => {
      const { column = table.slot, areInOrder = true } = table.windows ?? {};
      const slot = sqlName(ALIAS, column);
      const read = readOf(table, values, table.windows === undefined ? sql`null` : slot);
      const sortedBy = areInOrder ? (order ?? []) : [...(order ?? []), ...storedKeys(table)];
      const parts = { read, inView, slot, tests: filters, order: sortedBy, limit: most };
      return windowStatement(parts, place.dialect);
    },
  };
}

/** The groups of the rows of a plan, in any order. */
function groupStatement(
  table: SqlTable,
  tests: readonly SqlFragment[],
  inView: RowsInView,
  { values, groupBy, by, folds }: GroupedValues,
  dialect: SqlDialect,
): PlanStatement {
  const row = { alias: ALIAS, table };
  const slot = sqlName(ALIAS, table.slot);
  // Rows are looked at that are not given one by one.
  const tick = dialect.watch?.(slot, "rows", sql`count(*)`);
  const conditions = tick === undefined ? tests : [tick, ...tests];
  const parts = [sql`select ${joinSql(values, ", ")} from ${inView.from}`];
  if (conditions.length > 0) parts.push(sql`where ${joinSql(conditions, " and ")}`);
  const all = joinSql([...parts, ...groupBy], " ");
  const few = sql`${all} limit ${sqlParameter(FIRST_ROWS + 1)}`;
  return {
    ...renderSql(few, dialect),
    groups: { by, folds },
    filtered: true,
    residual: [],
    ordered: false,
    limited: false,
    isSorted: false,
    computed: [],
    ofMany: () => renderSql(all, dialect),
    ofWindow: () => {
      const own = withTick(tests, row, dialect);
      const slot = sqlName(ALIAS, table.windows?.column ?? table.slot);
      return windowStatement(
        { read: values, inView, slot, tests: own, order: [], limit: undefined, groupBy },
        dialect,
      );
    },
  };
}

/** The order of a table as sort keys. */
function storedKeys({ slot, order = [slot] }: SqlTable): readonly SortedBy[] {
  return order.map((column) => ({ sql: sqlName(ALIAS, column), descending: false }));
}

/** The conditions that are pushed down, and the others; what would make the statement too long is left, too. */
function testsOf(plan: FindPlan, row: RowInSql, place: PlanPlace) {
  const tests: RowTest[] = [];
  const residual: ResidualCondition[] = [];
  const request = requestOf(plan, place);
  let size = 0;
  for (const condition of plan.conditions) {
    if (tests.length >= MOST_TESTS || size >= LARGEST) {
      residual.push({ condition, reason: "the statement would be too long" });
      continue;
    }
    const compiled = compileToSql(condition, row, request);
    if (compiled.stopped !== undefined) residual.push({ condition, reason: compiled.stopped.reason });
    else {
      size += compiled.sql.size;
      tests.push({ sql: sql`(${compiled.sql})`, isSeek: compiled.isSeek });
    }
  }
  return { tests, residual };
}

function inListOf({ inList }: FindPlan, row: RowInSql, place: PlanPlace): readonly RowTest[] {
  const test = place.inList(row);
  if (test === undefined) return [];
  return [
    { sql: test, isSeek: inList !== undefined && row.table.columns[inList.column]?.isIndexed === true },
  ];
}

/** Databases limit how deep a condition is nested, which conditions joined by AND are, and how many values are bound. */
const MOST_TESTS = 200;
const LARGEST = 5_000;

/** No alias of the compiler is like it. */
const ALIAS = "t";

/** How every statement about a table begins; it is written down once for those of all its rows and without values. */
function readingOf(
  table: SqlTable,
  values: readonly SaidValue[],
  { from, isFenced }: RowsInView,
  dialect: SqlDialect,
): SqlFragment {
  if (values.length > 0 || isFenced) return selecting(table, values, from);
  const existing = readings.get(table);
  if (existing !== undefined) return existing;
  const reading = new SqlFragment([renderSql(selecting(table, [], from), dialect).text]);
  readings.set(table, reading);
  return reading;
}

function selecting(table: SqlTable, values: readonly SaidValue[], from: SqlFragment): SqlFragment {
  return sql`select ${joinSql(readOf(table, values), ", ")} from ${from}`;
}

/** The rows of another program have no slot to be read. */
function readOf(
  table: SqlTable,
  values: readonly SaidValue[],
  slot = table.order === undefined ? sqlName(ALIAS, table.slot) : sql`null`,
): readonly SqlFragment[] {
  const columns = table.columns.map(({ name }) => sqlName(ALIAS, name));
  return [...columns, ...values.map((value) => value.sql), slot];
}

const readings = new WeakMap<SqlTable, SqlFragment>();

interface SaidValue extends ComputedValue {
  readonly sql: SqlFragment;
}

/** Those of the plan's computed values that SQL can express, as many as leave the statement short enough. */
function valuesOf(plan: FindPlan, row: RowInSql, place: PlanPlace): readonly SaidValue[] {
  const request = requestOf(plan, place);
  const values: SaidValue[] = [];
  let size = 0;
  for (const expression of plan.computed ?? []) {
    const compiled = compileToValue(expression, row, request);
    if (compiled.stopped !== undefined || size >= LARGEST) continue;
    size += compiled.sql.size;
    values.push({ expression, form: compiled.form, sql: compiled.sql });
  }
  return values;
}

/** The sort keys, blanks lowest; undefined where one of them cannot be pushed down. */
function orderOf(plan: FindPlan, table: SqlTable, place: PlanPlace): readonly SortedBy[] | undefined {
  const keys: SortedBy[] = [];
  for (const { expression, descending } of plan.order) {
    const request = requestOf(plan, place);
    const compiled = compileSortKey(expression, { alias: ALIAS, table }, request);
    if (compiled.stopped !== undefined) return undefined;
    keys.push({ sql: compiled.sql, descending });
  }
  return keys;
}
