import {
  joinSql,
  type RowsApart,
  type SearchApart,
  SqlFragment,
  sql,
  sqlName,
  sqlParameter,
} from "../../fragments/sql-fragment.ts";
import { ALWAYS_TRUE } from "../conditions.ts";
import type { SqlScope } from "../sql-scope.ts";
import type { SqlCondition } from "../sql-term.ts";
import type { VisibleTable } from "./visible-table.ts";

/** Rows that can be searched before the statement they are searched for, a window of slots at a time. */
export interface RowsSearchedApart {
  readonly rows: RowsApart;
  /** The column of their slots. */
  readonly slot: SqlFragment;
  /** Whether windows follow one another in the order of the rows. */
  readonly areInOrder: boolean;
  /** TRUE, and a look at how long the search has taken. */
  readonly tick: SqlFragment;
  /** What follows FROM and WHERE for those of them of which a condition of ours holds, and `also`, tried on no other rows. */
  within(isInside: SqlFragment, also?: SqlCondition): FromWhere;
}

interface FromWhere {
  readonly from: SqlFragment;
  readonly where: SqlFragment;
}

/** What a search selects of the rows of a window: a column `value`, or two, `value` and `beside`. */
export interface SearchParts extends Partial<Pick<SearchApart, "isSet" | "most" | "hasBeside">> {
  /** Whether it matters which of the rows come first. */
  readonly isOrdered?: true;
  each(from: SqlFragment, where: SqlFragment): SqlFragment;
}

/** The rows of an opened table that satisfy a condition; undefined where they are not searched apart. */
export function searchedApart(
  { row, rows, from, fromWithin }: VisibleTable,
  whereAlso: (also: SqlCondition) => SqlCondition,
  { dialect }: SqlScope,
): RowsSearchedApart | undefined {
  const { windows } = row.table;
  if (windows === undefined) return undefined;
  const slot = sqlName(row.alias, windows.column);
  const tick = rows && dialect.tickOnce?.(slot, numberOf(rows));
  if (rows === undefined || tick === undefined) return undefined;
  return {
    rows,
    slot,
    areInOrder: windows.areInOrder,
    tick,
    within(isInside, also = ALWAYS_TRUE) {
      const where = whereAlso(also).sql;
      return fromWithin === undefined
        ? { from, where: sql`${isInside} and ${where}` }
        : { from: fromWithin(isInside), where };
    },
  };
}

/** Those of the rows of which a condition holds, which is tried on no other rows. */
export function narrowedApart(
  apart: RowsSearchedApart,
  whereAlso: (also: SqlCondition) => SqlCondition,
): RowsSearchedApart {
  return { ...apart, within: (isInside, also = ALWAYS_TRUE) => apart.within(isInside, whereAlso(also)) };
}

/** The rows, each with the row of another table that belongs to it, which is looked up for it: the window is of the former. */
export function joinedApart(
  apart: RowsSearchedApart,
  other: SqlFragment,
  isOther: SqlCondition,
): RowsSearchedApart {
  return {
    ...apart,
    within(isInside, also) {
      const { from, where } = apart.within(isInside, also);
      return { from: sql`${from} cross join ${other}`, where: sql`${where} and ${isOther.sql}` };
    },
  };
}

/** A search where it stands, `inPlace`; or, of rows that can be searched apart, from what was found before. */
export function apartOrInPlace(
  apart: RowsSearchedApart | undefined,
  { all, isOrdered, ...parts }: SearchParts & { all(table: SqlFragment): SqlFragment },
  inPlace: SqlFragment,
): SqlFragment {
  if (apart === undefined || (isOrdered && !apart.areInOrder)) return inPlace;
  return searchPiece(searchApart(apart, parts), inPlace, all);
}

/** The number of a search of these rows within its statement; 0 where they are not searched apart. */
export function numberOf(rows: RowsApart | undefined): SqlFragment {
  return rows === undefined ? sql`0` : new SqlFragment([{ numberOf: rows }]);
}

/** The condition of rows that each take time, even if none of them is left out. */
export function timedCondition({
  where,
  apart,
}: {
  readonly where: SqlCondition;
  readonly apart?: RowsSearchedApart | undefined;
}): SqlFragment {
  return where === ALWAYS_TRUE && apart !== undefined ? apart.tick : where.sql;
}

/** The search that several places of a statement ask about. */
export function searchApart(
  { rows, slot, within }: RowsSearchedApart,
  { each, isSet = false, most = Number.POSITIVE_INFINITY, hasBeside = false }: SearchParts,
): SearchApart {
  return {
    rows,
    isSet,
    most,
    hasBeside,
    within(above, upTo) {
      const bounds = [sql`${slot} > ${sqlParameter(above)}`, sql`${slot} <= ${sqlParameter(upTo)}`];
      const { from, where } = within(joinSql(bounds, " and "));
      return each(from, where);
    },
  };
}

/** One of those places. */
export function searchPiece(
  search: SearchApart,
  inPlace: SqlFragment,
  from: (table: SqlFragment) => SqlFragment,
): SqlFragment {
  return new SqlFragment([{ search, inPlace, from }]);
}
