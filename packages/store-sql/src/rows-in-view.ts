import {
  compileToSql,
  type FindPlan,
  joinSql,
  type RowInSql,
  type SqlFragment,
  sql,
  sqlName,
} from "@tablewright/core/storage";
import { type PlanPlace, requestOf } from "./plan-place.ts";

/** The rows of a plan's table that exist for the caller. */
export interface RowsInView {
  /** What stands behind FROM. */
  readonly from: SqlFragment;
  /** To be true before anything else is tried on a row; undefined where `from` gives none but such rows. */
  readonly filter?: SqlFragment;
  /** Whether `from` is a sub-select that stands apart. */
  readonly isFenced: boolean;
}

/** What a condition is on a row; `isSeek` where it is made of comparisons alone that indexes answer. */
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
  const visible = place.dialect.fence(sql`select * from ${whole.from} where ${compiled.sql}`);
  return { from: sql`${visible} as ${sqlName(row.alias)}`, isFenced: true };
}

/** All rows, whoever asks. */
export function wholeTable({ alias, table }: RowInSql): RowsInView {
  return { from: sql`${sqlName(table.name)} as ${sqlName(alias)}`, isFenced: false };
}

/**
 * What all must be true of a row. A database tries the terms of AND in any order it likes, so those that a caller wrote
 * stand in a CASE behind the filter, but for those that an index answers.
 */
export function testsInView({ filter }: RowsInView, tests: readonly RowTest[]): readonly SqlFragment[] {
  if (filter === undefined) return tests.map((test) => test.sql);
  const seeks = tests.filter(({ isSeek }) => isSeek).map((test) => test.sql);
  const others = tests.filter(({ isSeek }) => !isSeek).map((test) => test.sql);
  if (others.length === 0) return [filter, ...seeks];
  return [filter, ...seeks, sql`case when ${filter} then ${joinSql(others, " and ")} else false end`];
}

function asFilter({ sight, context }: FindPlan) {
  return { context: sight?.filtering ?? context, filterOf: () => undefined, isFilter: true };
}
