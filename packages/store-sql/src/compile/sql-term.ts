import type { Value } from "@tablewright/core/storage";
import { type SqlFragment, sqlName, sql as sqlOf } from "../fragments/sql-fragment.ts";
import type { HeldAs, SqlColumn } from "./sql-table.ts";

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
  /** Of what is computed with in another form than its column's, as long as `sql` is its own: see `heldColumn`. */
  readonly widened?: Widened;
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

export interface Widened {
  /** The column itself, or what a sub-select gives of it: what an index serves. */
  readonly from: SqlFragment;
  /** `from` as it is computed with. */
  readonly sql: SqlFragment;
  readonly widen: (column: SqlFragment) => SqlFragment;
  readonly heldAs?: HeldAs | undefined;
  /** Whether `from` is a value; where it is none, the term is blank. `plain` widens values only. */
  readonly isValue?: ((column: SqlFragment) => SqlFragment) | undefined;
  readonly plain?: ((column: SqlFragment) => SqlFragment) | undefined;
}

export type SqlRange = readonly [low: number, high: number];

/**
 * `text` also a point · `integer` a whole number within ±(2^53−1) · `canonical` a double that is its own decimal of 15
 * digits · `real` any finite double · `boolean` · `moment` a date or time as columns keep it · `count` a date,
 * time or duration as the integer that the evaluator has for it.
 */
export type SqlForm = "text" | "integer" | "canonical" | "real" | "boolean" | "moment" | "count";

/** A test on a row. Where it is not TRUE it is FALSE, or also NULL unless it has two values only. */
export interface SqlCondition {
  readonly sql: SqlFragment;
  readonly isTwoValued: boolean;
  readonly mayThrow: boolean;
}

/** All numbers that an INTEGER of the language can be. */
export const WHOLE: SqlRange = [-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];

/** What a column is computed with as, blank where it holds no value. */
function widenOnly(
  isValue: (column: SqlFragment) => SqlFragment,
  plain: (column: SqlFragment) => SqlFragment = (column) => column,
): (column: SqlFragment) => SqlFragment {
  return (column) => sqlOf`(case when ${isValue(column)} then ${plain(column)} end)`;
}

/** The column behind a term, or the term itself: what is NULL where the term is. */
export function heldColumn({ sql, widened }: SqlTerm): SqlFragment {
  if (widened?.sql !== sql) return sql;
  const { from, isValue } = widened;
  return isValue === undefined ? from : widenOnly(isValue)(from);
}

/**
 * The term of a column that may hold what is no value, as if it held values only, and the test that it does; undefined for every
 * other term. What compares with a value is better tested apart, so that an index on the column serves.
 */
export function withoutTest(
  value: SqlTerm,
): { readonly value: SqlTerm; readonly test: SqlFragment } | undefined {
  const { sql, widened } = value;
  if (widened?.sql !== sql || widened.isValue === undefined) return undefined;
  const { isValue, plain, ...rest } = widened;
  const { widened: _, ...term } = value;
  const wide = plain?.(widened.from) ?? widened.from;
  const test = isValue(widened.from);
  if (plain === undefined) return { value: { ...term, sql: wide }, test };
  return { value: { ...term, sql: wide, widened: { ...rest, sql: wide, widen: plain } }, test };
}

/** How the column behind a term holds its values, where that is not as they are computed with. */
export function heldAs({ sql, widened }: SqlTerm): HeldAs | undefined {
  return widened?.sql === sql ? widened.heldAs : undefined;
}

/** What is equal to a value of the same form where the term is, so that an index on the column serves. */
export function comparedColumn(value: SqlTerm): SqlFragment {
  const how = heldAs(value);
  if (how !== undefined && how !== "decimals") return value.sql;
  return value.widened?.sql === value.sql ? value.widened.from : value.sql;
}

/** A value that columns hold as decimals: they compare exactly, and an index on the column serves. */
export function heldDecimal(value: SqlTerm): SqlFragment | undefined {
  return heldAs(value) === "decimals" ? heldColumn(value) : undefined;
}

/** What `select` gives of a term on some row, or on none: the column itself where the term reads one. */
export function selected(
  item: SqlTerm,
  select: (value: SqlFragment) => SqlFragment,
  known: Pick<Partial<SqlTerm>, "mayThrow" | "range">,
): SqlTerm {
  const { widened } = item;
  if (widened?.sql !== item.sql) return term(item.form, select(item.sql), known);
  const from = select(widened.from);
  const sql = widened.widen(from);
  return { ...term(item.form, sql, known), widened: { ...widened, from, sql } };
}

/** A term with nothing known beyond its form. */
export function term(
  form: SqlForm,
  sql: SqlFragment,
  known: Partial<Omit<SqlTerm, "sql" | "form" | "constant">> = {},
): SqlTerm {
  return { sql, form, isNullable: true, isSimple: false, mayThrow: false, range: WHOLE, ...known };
}

/** A stored column as a term; undefined for what is no value in SQL. */
export function columnTerm(alias: string, column: SqlColumn): SqlTerm | undefined {
  const { name, form, given, isIndexed = false, widen: plain, heldAs, hasAnyDigits, isValue } = column;
  const sqlForm = FORMS[form];
  if (sqlForm === undefined || column.isOpaque) return undefined;
  const from = given ?? sqlName(alias, name);
  const widen = isValue === undefined ? plain : widenOnly(isValue, plain);
  const wide = widen === undefined ? from : widen(from);
  return term(hasAnyDigits ? "real" : sqlForm, wide, {
    isSimple: true,
    isFoldIndexed: isIndexed && sqlForm === "text",
    ...(widen === undefined ? {} : { widened: { from, sql: wide, widen, plain, heldAs, isValue } }),
  });
}

/** Why a stored column is no value in SQL. */
export function reasonAgainst({ isOpaque, heldAs, given }: SqlColumn): string {
  if (given !== undefined && isOpaque) return "how its column holds such values is not known";
  if (heldAs === "instants") return "the database does not know the clocks of time zones";
  return isOpaque ? "the database does not say what its column holds" : "a list is no value in SQL";
}

const FORMS: Readonly<Record<SqlColumn["form"], SqlTerm["form"] | undefined>> = {
  text: "text",
  integer: "integer",
  real: "canonical",
  boolean: "boolean",
  date: "moment",
  time: "moment",
  datetime: "moment",
  duration: "count",
  json: undefined,
};
