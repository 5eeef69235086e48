import { type RenderedSql, renderSql, type SqlSpelling } from "../fragments/render-sql.ts";
import { joinSql, type SqlFragment, sql, sqlParameter } from "../fragments/sql-fragment.ts";
import type { RowsInView } from "./rows-in-view.ts";

/** A statement that searches the rows of a window of slots, so that a table is searched a stretch at a time. */
export interface WindowStatement {
  /** What is read are the sort keys, then the columns and the slot; without an order rows come by their slots. */
  readonly order: readonly SortedBy[];
  /** At most so many rows are wanted of all windows together. */
  readonly limit?: number | undefined;
  /** Whether it gives groups of the rows of its window, so that a part of what it gives is of no use. */
  readonly isGrouped: boolean;
  /** The statement for the rows above a slot, up to another where that is given: to compare it on each row takes an eighth of a scan. */
  within(above: number, upTo?: number): RenderedSql;
}

export interface SortedBy {
  readonly sql: SqlFragment;
  readonly descending: boolean;
}

/** What a window statement is made of: what is read and of which rows, the tests, and the column of the slots. */
export interface WindowParts {
  readonly read: readonly SqlFragment[];
  readonly inView: RowsInView;
  readonly slot: SqlFragment;
  readonly tests: readonly SqlFragment[];
  readonly order: readonly SortedBy[];
  readonly limit: number | undefined;
  /** What follows WHERE for groups in place of rows. */
  readonly groupBy?: readonly SqlFragment[] | undefined;
}

/**
 * The bounds are bound values, so that a statement is prepared once for all of its windows. They stand with the security
 * filter, as what is looked at is ours to say; what a caller wrote stands outside a fence.
 */
export function windowStatement(parts: WindowParts, dialect: SqlSpelling): WindowStatement {
  const { read, inView, slot, tests, order, limit, groupBy } = parts;
  const keys = order.map((one) => one.sql);
  const head = sql`select ${joinSql([...keys, ...read], ", ")} from `;
  const sorting = joinSql([...order.map((one) => sortKeyInSql(one, dialect)), slot], ", ");
  const within = (above: number, upTo?: number) => {
    const isAbove = sql`${slot} > ${sqlParameter(above)}`;
    const isInside = upTo === undefined ? isAbove : sql`${isAbove} and ${slot} <= ${sqlParameter(upTo)}`;
    const from = inView.within?.(isInside);
    const conditions = from === undefined ? [isInside, ...tests] : tests;
    const clauses = [sql`${head}${from ?? inView.from}`];
    if (conditions.length > 0) clauses.push(sql`where ${joinSql(conditions, " and ")}`);
    for (const end of groupBy ?? [sql`order by ${sorting}`]) clauses.push(end);
    if (limit !== undefined) clauses.push(sql`limit ${sqlParameter(limitValue(limit))}`);
    return renderSql(joinSql(clauses, " "), dialect);
  };
  return { order, limit, isGrouped: groupBy !== undefined, within };
}

/** Blanks are lowest. */
export function sortKeyInSql({ sql: key, descending }: SortedBy, dialect: SqlSpelling): SqlFragment {
  if (dialect.sortsBlanksLowest) return descending ? sql`${key} desc` : key;
  return sql`${key} ${descending ? sql`desc nulls last` : sql`asc nulls first`}`;
}

/** How many, as a database takes it: none below zero, and as many as can be counted for more than that. */
export function limitValue(limit: number): number {
  return Math.min(Math.max(0, limit), Number.MAX_SAFE_INTEGER);
}
