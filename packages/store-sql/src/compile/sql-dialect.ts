import type { Family, ValueForm } from "@tablewright/core/storage";
import { type SqlBound, type SqlFragment, sqlOf } from "../fragments/sql-fragment.ts";
import type { SqlTerm } from "./sql-term.ts";

/** Families whose values are bound and read as ISO text. */
export type IsoFamily = "date" | "time" | "datetime";

/** What a value is bound as, where a database has types of its own; a date or time is an ISO text elsewhere. */
export type BoundForm = "text" | "integer" | "real" | "boolean" | "decimal" | IsoFamily;

/**
 * What one database says differently from another, and what it can say at all: a member that is missing makes the
 * conditions that need it stay with the engine. Everything here answers for every value, or NULL for NULL.
 */
export interface SqlDialect {
  placeholder(position: number): string;
  quoteName(name: string): string;
  /** A bound value, or NULL, of the database's own types. */
  bound(value: SqlBound, form: BoundForm): SqlFragment;
  /** What every database says in its own words. */
  readonly phrases: Readonly<Record<Phrase, string>>;
  /** A number as the decimal it stands for, where columns hold decimals; undefined where the database cannot. */
  readonly asDecimal?: (value: SqlTerm) => SqlFragment | undefined;
  /** Whether an index on integers serves only for a bound integer, and not for a double. */
  readonly indexesByType?: true;
  /** Whether integers beyond 64 bits go on as doubles; else that is an error. */
  readonly widensIntegers?: true;
  /** The items of a JSON list as rows with the columns `key` and `value`. */
  readonly itemsOf?: (list: SqlFragment) => SqlFragment;
  /**
   * A value within a column of JSON that only we write, by the names of the members on the way to it: texts, numbers, TRUE and FALSE,
   * dates and times as ISO texts. NULL where it is missing, null, or of another form. Undefined for a form or a name that cannot be said.
   * Of an indexed one it is what its index is on.
   */
  readonly jsonMember?: (
    json: SqlFragment,
    path: readonly string[],
    form: ValueForm,
    isIndexed: boolean,
  ) => SqlFragment | undefined;
  /**
   * Whether the fold of a text equals that of one of the constants, or has it at its start, its end or anywhere, where the
   * database can tell without `native("fold")`.
   */
  readonly foldMatches?: (
    text: SqlFragment,
    constants: readonly string[],
    where: TextPlace | "whole",
    isIndexed: boolean,
  ) => SqlFragment | undefined;
  /** Whether the fold of an indexed text is one of the folded constants, where the index wants that said in its own way. */
  readonly foldedIsAny?: (folded: SqlFragment, constants: readonly string[]) => SqlFragment;
  /**
   * What an index on a column holds, and what to look up there for a value that the column may equal, NULL for NULL;
   * undefined where the index is of no use. Missing where an index serves whatever compares two values that may be NULL.
   */
  readonly seek?: (
    column: SqlTerm,
    value: SqlTerm,
    family: Family,
  ) => readonly [held: SqlFragment, lookup: SqlFragment] | undefined;
  /**
   * TRUE for the row of a slot, which was looked at for the statement. A row of `rows`, or of a `search` that runs once, costs a look at
   * the time. A row of a search `for each row` or `for each row of a filter` also costs a step of the budget of the request, or of its
   * security filters; it throws when that is used up. Undefined where the `test` of a row costs less than the look. Missing where a
   * database ends statements by itself.
   */
  readonly watch?: (slot: SqlFragment, looked: LookedAt, test?: SqlFragment) => SqlFragment | undefined;
  /**
   * Of how many conditions an OR is at most that indexes are looked for; a longer one is only tried on rows. Missing where
   * planning takes no time that grows with the square of them.
   */
  readonly mostAlternatives?: number;
  /**
   * Whether a sub-select after FROM or WITH cannot read the rows around its statement. Then no value is computed once for
   * several places, and the conditions that need it stay with the engine.
   */
  readonly isFromApart?: true;
  /** Whether blanks are lowest in every order, without being told where they stand. */
  readonly sortsBlanksLowest?: true;
  /**
   * Of a number over rows, NULL where there is none: the exact `sum` rounded to 15 digits, the exact `total` as the text of a
   * decimal without an exponent, the `mean` of any digits. With `looked` it spends the steps of its rows, as `watch` would.
   */
  readonly aggregate?: (
    name: "sum" | "total" | "mean",
    value: SqlTerm,
    looked?: LookedAt,
  ) => SqlFragment | undefined;
  /** One of our own functions, by its name in `NativeFunctions`; undefined for one that the database lacks. */
  readonly native?: (name: NativeFunction, values: readonly SqlFragment[]) => SqlFragment | undefined;
}

export type LookedAt = "rows" | "search" | "for each row" | "for each row of a filter";

/**
 * SQL with `$1`, `$2` … in the places of its operands.
 *
 * `isSame` tells whether two values are equal or both NULL, with TRUE or FALSE · `wholeQuotient` is a division without parentheses that
 * leaves the fraction of two integers, and `cutFraction` that of a double · `substring` takes a text, a start from 1 and a
 * length, both integers between 0 and a billion; these and `lengthOf` count code points · `placeOf` is that of the second text within the
 * first, exactly, from 1, and 0 when nowhere · `byCodePoints` is a text that compares exactly · `countOf…` is the integer that the evaluator has for a date or time,
 * and `…OfCount` the way back, within the calendar · `startOf` is the beginning of a date · `onDayZero` is a time on the
 * day before the first one of spreadsheets, 1899-12-30 · `fence` is a sub-select of which the database takes nothing apart: what is around it is
 * evaluated only on its rows.
 */
type Phrase =
  | "isSame"
  | "asInteger"
  | "asReal"
  | "asText"
  | "wholeQuotient"
  | "cutFraction"
  | "substring"
  | "lengthOf"
  | "placeOf"
  | "byCodePoints"
  | "countOfDate"
  | "countOfTime"
  | "countOfDatetime"
  | "dateOfCount"
  | "timeOfCount"
  | "datetimeOfCount"
  | "startOf"
  | "onDayZero"
  | "dateOf"
  | "timeOf"
  | DatePart
  | "fence";

export type DatePart = "year" | "month" | "day";

/** A phrase of a database about operands. */
export function phrase(
  { phrases }: Pick<SqlDialect, "phrases">,
  name: Phrase,
  ...operands: readonly SqlFragment[]
): SqlFragment {
  return sqlOf(phrases[name])(...operands);
}

export type TextPlace = "start" | "end" | "anywhere";

/** Functions of the evaluator that a database may be given, so that it computes what the evaluator does. */
export type NativeFunction = keyof NativeFunctions;

export interface NativeFunctions {
  fold: (text: string) => string;
  upper: (text: string) => string;
  lower: (text: string) => string;
  trim: (text: string) => string | null;
  /** At most `most` units long; throws the evaluator's `limit/text-length` otherwise. */
  substitute: (text: string, part: string, replacement: string, most: number) => string | null;
  canonical: (x: number) => number | null;
  round: (x: number, scale: number) => number | null;
  nearest: (x: number) => number | null;
  /** Exact decimals rounded to 15 digits, NULL where they are not finite. */
  plus: (left: number, right: number) => number | null;
  minus: (left: number, right: number) => number | null;
  times: (left: number, right: number) => number | null;
  over: (left: number, right: number) => number | null;
  remainder: (left: number, right: number) => number | null;
  power: (base: number, exponent: number) => number | null;
  numberText: (x: number) => string;
  momentText: (count: number, family: string, locale: string) => string;
  readMoment: (text: string, family: string, locale: string, timeZone: string) => number | null;
  monthEnd: (day: number, months: number) => number | null;
  /** Throws the evaluator's `run/overflow`. */
  overflow: () => never;
  /** Throws the evaluator's `limit/text-length`. */
  tooLong: (length: number) => never;
  /** The exact sum of the values that are not NULL. */
  sum: (values: readonly number[]) => number | null;
  /** Their mean; NULL where there are none. */
  mean: (values: readonly number[]) => number | null;
}
