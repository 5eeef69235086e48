import {
  type ExtremeRowNode,
  findBinding,
  type Node,
  type SelectNode,
  type TableScope,
} from "@tablewright/core/compiler";
import { type SqlFragment, sql, sqlName } from "../../fragments/sql-fragment.ts";
import { columnTerm } from "../column-term.ts";
import { guardByFilter } from "../compile-security-filter.ts";
import { ALWAYS_TRUE, allOf, NEVER_TRUE } from "../conditions.ts";
import type { RowInSql, SqlScope } from "../sql-scope.ts";
import { fromTable } from "../sql-table.ts";
import type { SqlCondition } from "../sql-term.ts";
import type { ScanOfRow, VisibleTable } from "./visible-table.ts";

/** The rows that a search looks through, and which of them it keeps. */
export interface Search {
  readonly from: SqlFragment;
  /** The rows the caller sees that satisfy the search's own condition, and `also` where that is given. */
  where(also?: SqlCondition): SqlCondition;
  /** TRUE, and a look at how long it has taken, of one that runs once. */
  readonly tick?: SqlFragment | undefined;
}

/**
 * A search where it stands: it runs once when it reads nothing outside, and once for each row otherwise, which takes an
 * index. Then every row that it comes upon is a step of the budget. Notes where there is no index. Of one that runs once
 * the time is looked at.
 */
export function searchOf(
  node: SelectNode | ExtremeRowNode,
  opened: VisibleTable,
  { seeks, condition, item }: ScanOfRow,
  scope: SqlScope,
  isOuter: (alias: string) => boolean,
): Search | undefined {
  const { row, filter } = opened;
  const parts = [...[filter, ...seeks, condition].map((one) => one.sql), item.sql];
  const isRepeated = scope.request.searches === "indexed" && parts.some((part) => readsAlias(part, isOuter));
  if (!isRepeated) {
    const where = (also = ALWAYS_TRUE) =>
      ticked(guardByFilter(filter, seeks, allOf([condition, also])), row, scope);
    return { from: opened.from, where, tick: tickOf(row, scope) };
  }
  if (opened.isFenced) return scope.stop(node, FENCED);
  const from = seekRows(node, opened, scope);
  if (from === undefined)
    return scope.stop(node, "no index finds its rows, which would be searched for every row again");
  const spent = (isForFilter: boolean, before: SqlCondition): SqlCondition => {
    const looked = isForFilter ? "for each row of a filter" : "for each row";
    const spending = scope.dialect.watch?.(sqlName(row.alias, row.table.slot), looked);
    return spending === undefined ? before : { ...before, sql: sql`(${spending} and ${before.sql})` };
  };
  return {
    from,
    where: (also = ALWAYS_TRUE) => {
      const conditions = allOf([condition, also]);
      if (filter === ALWAYS_TRUE) return spent(scope.isFilter, allOf([...seeks, conditions]));
      return spent(true, guardByFilter(filter, seeks, spent(scope.isFilter, conditions)));
    },
  };
}

/** Why a part that overflows on some rows is not looked up in SQL. */
export const MAY_FAIL = "it fails on some rows, and SQL does not look at the same ones";

/** Why a table is not searched for each row by an index. */
const FENCED = "the security filter of the table reads other tables, and is tried before anything else";

/** A condition after a look at the time, for a search that runs once and may still meet many rows. */
export function ticked(where: SqlCondition, row: RowInSql, scope: SqlScope): SqlCondition {
  if (where === ALWAYS_TRUE || where === NEVER_TRUE) return where;
  const tick = tickOf(row, scope);
  return tick === undefined ? where : { ...where, sql: sql`(${tick} and ${where.sql})` };
}

function tickOf({ alias, table }: RowInSql, { dialect, request }: SqlScope): SqlFragment | undefined {
  return request.searches === "indexed" ? dialect.watch?.(sqlName(alias, table.slot), "search") : undefined;
}

/** The condition of rows that each take time, even if none of them is left out. */
export function timedCondition({ where, tick }: TimedRows): SqlFragment {
  return where === ALWAYS_TRUE && tick !== undefined ? tick : where.sql;
}

interface TimedRows {
  readonly where: SqlCondition;
  readonly tick?: SqlFragment | undefined;
}

/** Whether rows may be found by their key: a single one is indexed, a composite one is joined again for each row. */
export function mayFindByKey(
  node: Node,
  table: TableScope,
  { isFenced, row }: VisibleTable,
  scope: SqlScope,
): boolean {
  if (scope.request.searches === "any") return true;
  if (isFenced) scope.stop(node, FENCED);
  else if (table.key.length === 1) {
    if (row.table.columns[table.key[0]?.index ?? 0]?.isIndexed !== false) return true;
    scope.stop(node, "no index finds rows by their key");
  } else scope.stop(node, "no index finds rows by a composite key");
  return false;
}

/** Whether a fragment reads a column of an alias for which the test holds. */
export function readsAlias({ pieces }: SqlFragment, isOuter: (alias: string) => boolean): boolean {
  return pieces.some(
    (piece, at) =>
      typeof piece === "object" && "name" in piece && pieces[at + 1] === "." && isOuter(piece.name),
  );
}

/**
 * The rows of a table, as they follow FROM, that an index gives for an equality in the condition of a search; the
 * condition is still to be tried on them. Undefined where no index serves.
 */
function seekRows(
  { condition, slot }: SelectNode | ExtremeRowNode,
  { row, from }: VisibleTable,
  scope: SqlScope,
): SqlFragment | undefined {
  const binding = condition && findBinding(condition, slot);
  const column = binding && row.table.columns[binding.column];
  if (binding === undefined || !column?.isIndexed) return undefined;
  const { seek } = scope.dialect;
  if (seek === undefined) return from;
  const alias = scope.nextAlias();
  const own = columnTerm(alias, column);
  const value = scope.value(binding.value);
  if (own === undefined || value === undefined) return undefined;
  const sides = seek(own, value, binding.family);
  if (sides === undefined) return undefined;
  const [held, lookup] = sides;
  const rowsOf = (test: SqlFragment) => sql`select * from ${fromTable(row.table, alias)} where ${test}`;
  const equal = rowsOf(sql`${held} = ${lookup}`);
  const blank = rowsOf(sql`${held} is null and ${lookup} is null`);
  // It may follow a table that it reads.
  const matches = value.isNullable ? sql`${equal} union all ${blank}` : equal;
  return sql`lateral (${matches}) as ${sqlName(row.alias)}`;
}
