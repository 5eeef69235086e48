import type { FindPlan } from "@tablewright/core/storage";
import { compileToSql } from "../compile/compile-to-sql.ts";
import { phrase, type SqlDialect } from "../compile/sql-dialect.ts";
import type { RowInSql, SqlRequest } from "../compile/sql-scope.ts";
import { fromTable, type SqlTable } from "../compile/sql-table.ts";
import { joinSql, type SqlFragment, sql, sqlName } from "../fragments/sql-fragment.ts";

/** The rows of a plan's table that exist for the caller. */
export interface RowsInView {
  /** What follows FROM. */
  readonly from: SqlFragment;
  /**
   * What follows FROM for the rows of which `isOurs` holds, a condition that no caller wrote: it is tried with the
   * filter, and the rows come by their slots. Missing where such a condition is among the tests too.
   */
  within?(isOurs: SqlFragment): SqlFragment;
  /** To be true before anything else is tried on a row; undefined where `from` gives none but such rows. */
  readonly filter?: SqlFragment;
  /** Whether `from` is a sub-select that stands apart. */
  readonly isFenced: boolean;
}

/** What a condition is on a row; `isSeek` where it has only comparisons that indexes answer. */
export interface RowTest {
  readonly sql: SqlFragment;
  readonly isSeek: boolean;
}

/**
 * The rows that a plan's security filter lets through; a clause why not, where that is not said in SQL. Of a filter that
 * reads other tables the rows come out of a fence, so that no index leaves it to be tried on some rows only: who has the
 * time to measure would learn which values there are. One that reads its own row costs no more than any comparison does.
 */
export function rowsInView(
  plan: FindPlan,
  row: RowInSql,
  place: PlanPlace,
  largest: number,
): RowsInView | string {
  const { rowFilter } = plan;
  const whole = wholeTable(row);
  if (rowFilter === undefined) return whole;
  const compiled = compileToSql(rowFilter, row, { ...requestOf(plan, place), ...asFilter(plan) });
  if (compiled.stopped !== undefined) return compiled.stopped.reason;
  if (compiled.sql.size > largest) return "the statement would be too long";
  if (rowFilter.references.tables.size === 0) return { ...whole, filter: sql`(${compiled.sql})` };
  const filter = joinSql(withTick([sql`(${compiled.sql})`], row, place.dialect), " and ");
  const alias = sqlName(row.alias);
  const slot = sqlName(row.alias, row.table.slot);
  const visible = (tests: SqlFragment) => sql`select * from ${whole.from} where ${tests}`;
  const fenced = (rows: SqlFragment) => sql`${phrase(place.dialect, "fence", rows)} as ${alias}`;
  return {
    from: fenced(visible(filter)),
    within: (isOurs) => fenced(sql`${visible(sql`${isOurs} and ${filter}`)} order by ${slot}`),
    isFenced: true,
  };
}

/** The tests, with a look at the time before those that may take long. */
export function withTick(
  tests: readonly SqlFragment[],
  { alias, table }: RowInSql,
  dialect: SqlDialect,
): readonly SqlFragment[] {
  const tick = dialect.watch?.(sqlName(alias, table.slot), "rows", joinSql(tests, " "));
  return tick === undefined ? tests : [tick, ...tests];
}

/** All rows, for any caller. */
export function wholeTable({ alias, table }: RowInSql): RowsInView {
  return { from: fromTable(table, alias), isFenced: false };
}

/**
 * What all must be true of a row. A database tries the terms of AND in any order it likes, so those that a caller wrote
 * are in a CASE after the filter, but for those that an index answers.
 */
export function testsInView({ filter }: RowsInView, tests: readonly RowTest[]): readonly SqlFragment[] {
  if (filter === undefined) return tests.map((test) => test.sql);
  const seeks = tests.filter(({ isSeek }) => isSeek).map((test) => test.sql);
  const others = tests.filter(({ isSeek }) => !isSeek).map((test) => test.sql);
  if (others.length === 0) return [filter, ...seeks];
  return [filter, ...seeks, sql`case when ${filter} then ${joinSql(others, " and ")} else false end`];
}

function asFilter({ rowSecurity, context }: FindPlan) {
  return { context: rowSecurity?.filtering ?? context, filterOf: () => undefined, isFilter: true };
}

/** Where tables lie, and how their database says things. */
export interface PlanPlace {
  readonly dialect: SqlDialect;
  /** Undefined for a table that the database does not have. */
  tableOf(name: string): SqlTable | undefined;
  /** Whether a row is among those of the plan, so that an index serves; undefined where the database cannot tell. */
  inList(row: RowInSql): SqlFragment | undefined;
}

/** How the expressions of a plan are compiled: they see other tables as the caller does. */
export function requestOf({ context, rowSecurity }: FindPlan, place: PlanPlace): SqlRequest {
  return {
    dialect: place.dialect,
    context,
    searches: "indexed",
    tableOf: (name) => place.tableOf(name),
    filterOf: (name) => rowSecurity?.filterOf(name),
  };
}
