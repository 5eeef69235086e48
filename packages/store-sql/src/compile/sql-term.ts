import type { Value } from "@tablewright/core/storage";
import type { SqlFragment } from "../fragments/sql-fragment.ts";

/**
 * One value of the language said in SQL. Blank is NULL, an empty text never occurs, and whatever else the form says
 * holds of every row.
 */
export interface SqlTerm {
  readonly sql: SqlFragment;
  readonly form: SqlForm;
  /** Whether it may be NULL. */
  readonly isNullable: boolean;
  /** Whether it costs nothing to say twice: a column, a bound value. */
  readonly isSimple: boolean;
  /** Of a column whose database computes with a wider type: what that is, and the column itself, which an index serves. */
  readonly widened?: { readonly from: SqlFragment; readonly sql: SqlFragment };
  /** Whether it is a column of which an index holds the fold. */
  readonly isFoldIndexed?: boolean;
  /** Whether it may raise the evaluator's own error, so that what stands before it must be tried first. */
  readonly mayThrow: boolean;
  /** The least and the greatest value of an integer or a count. */
  readonly range: SqlRange;
  /** The most UTF-16 units that a text can have, where that is known. */
  readonly longest?: number;
  /** What a text is joined of, with nothing between. */
  readonly parts?: readonly SqlTerm[] | undefined;
  /** The value itself where it does not depend on any row. */
  readonly constant?: Value;
}

export type SqlRange = readonly [low: number, high: number];

/**
 * `text` also a point · `integer` a whole number within ±(2^53−1) · `canonical` a double that is its own decimal of 15
 * digits · `real` any finite double · `boolean` · `iso` a date or time as ISO text · `count` a date, time or duration as
 * the integer that the evaluator has for it.
 */
export type SqlForm = "text" | "integer" | "canonical" | "real" | "boolean" | "iso" | "count";

/** A test on a row. Where it is not TRUE it is FALSE, or also NULL unless it has two values only. */
export interface SqlCondition {
  readonly sql: SqlFragment;
  readonly isTwoValued: boolean;
  readonly mayThrow: boolean;
}

/** All numbers that an INTEGER of the language can be. */
export const WHOLE: SqlRange = [-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];

/** What to compare with a value so that an index on a column serves. */
export function heldColumn({ sql, widened }: SqlTerm): SqlFragment {
  return widened?.sql === sql ? widened.from : sql;
}

/** A term with nothing known beyond its form. */
export function term(
  form: SqlForm,
  sql: SqlFragment,
  known: Partial<Omit<SqlTerm, "sql" | "form" | "constant">> = {},
): SqlTerm {
  return { sql, form, isNullable: true, isSimple: false, mayThrow: false, range: WHOLE, ...known };
}
