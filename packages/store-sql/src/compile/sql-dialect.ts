import type { Family, ValueForm } from "@tablewright/core/storage";
import type { SqlBound, SqlFragment } from "../fragments/sql-fragment.ts";
import type { SqlTerm } from "./sql-term.ts";

/** Families whose values are bound and read as ISO text. */
export type IsoFamily = "date" | "time" | "datetime";

/**
 * What one database says differently from another, and what it can say at all: a member that is missing makes the
 * conditions that need it stay with the engine. Everything here answers for every value, or NULL for NULL.
 */
export interface SqlDialect {
  placeholder(position: number): string;
  quoteName(name: string): string;
  /** A bound value as a number or a text of the database's own types. */
  bound(value: SqlBound, form: "text" | "integer" | "real"): SqlFragment;
  /** NULL of a type of its own, where a bare one would be taken for text. */
  readonly blank?: (form: "text" | "integer" | "real" | "boolean") => SqlFragment;
  /** Whether two values are equal or both NULL, with TRUE or FALSE. */
  isSame(left: SqlFragment, right: SqlFragment): SqlFragment;
  /** How dates and times are said where they are of the database's own types; where it is missing they are ISO text. */
  readonly moments?: Moments;
  /** A number as the decimal it stands for, where columns hold decimals; undefined where the database cannot. */
  readonly asDecimal?: (value: SqlTerm) => SqlFragment | undefined;
  /** A bound number as such columns hold it. */
  readonly boundDecimal?: (value: number) => SqlFragment;
  /** The integer that the evaluator has for a date or time. */
  countOf(family: IsoFamily, iso: SqlFragment): SqlFragment;
  /** Back from the integer, within the calendar. */
  isoOf(family: IsoFamily, count: SqlFragment): SqlFragment;
  /** A value of another of the database's types: a number as the other kind, or the digits of an integer. */
  cast(value: SqlFragment, to: "integer" | "real" | "text"): SqlFragment;
  /** The quotient of two integers without its fraction, a division without parentheses. */
  wholeQuotient(left: SqlFragment, right: SqlFragment): SqlFragment;
  /** A double without its fraction. */
  cutFraction(value: SqlFragment): SqlFragment;
  /** Whether an index on integers serves only for a bound integer, and not for a double. */
  readonly indexesByType?: true;
  /** Whether integers beyond 64 bits go on as doubles; else that is an error. */
  readonly widensIntegers: boolean;
  /** Characters from `start`, counted from 1, in code points; both are integers between 0 and a billion. */
  substring(text: SqlFragment, start: SqlFragment, length: SqlFragment): SqlFragment;
  /** Length in code points. */
  lengthOf(text: SqlFragment): SqlFragment;
  /** Place of a text within another, exactly, from 1; 0 when nowhere. */
  placeOf(text: SqlFragment, part: SqlFragment): SqlFragment;
  /** A text that compares exactly and by code points. */
  byCodePoints(text: SqlFragment): SqlFragment;
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
   * TRUE, and a step off the budget of the request, or of its security filters, for the row of a slot; an error when that
   * is used up. For searches that run once for each row, where nothing else limits how long a statement takes.
   */
  readonly spend?: (slot: SqlFragment, isForFilter: boolean) => SqlFragment;
  /**
   * TRUE, and a look at how long the statement has been under way; undefined where the test of a row costs next to nothing
   * beside it, or looks itself. Missing where a database ends statements by itself.
   */
  readonly tick?: (slot: SqlFragment, test: SqlFragment) => SqlFragment | undefined;
  /** TRUE, likewise for a row of a search that runs once, whatever the rows of the statement. */
  readonly tickOnce?: (slot: SqlFragment) => SqlFragment;
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
  /** A sub-select of which the database takes nothing apart: what is around it is evaluated only on its rows. */
  fence(rows: SqlFragment): SqlFragment;
  /**
   * Of a number over rows, NULL where there is none: the exact `sum` rounded to 15 digits, the exact `total` as the text of a
   * decimal without an exponent, the `mean` of any digits.
   */
  readonly aggregate?: (name: "sum" | "total" | "mean", value: SqlTerm) => SqlFragment | undefined;
  /** Whether our own functions ask leave of the request's budget for the texts that they build. */
  readonly nativesMeter?: true;
  /** One of our own functions, by its name in `NativeFunctions`; undefined for one that the database lacks. */
  readonly native?: (name: NativeFunction, values: readonly SqlFragment[]) => SqlFragment | undefined;
}

/** How a database says dates and times of the type in which it keeps them. */
export interface Moments {
  /** A bound value, given as ISO text. */
  bound(iso: string, family: IsoFamily): SqlFragment;
  /** NULL of the type; undefined where a bare one does. */
  blank(family: IsoFamily): SqlFragment | undefined;
  /** The beginning of a date. */
  startOf(date: SqlFragment): SqlFragment;
  /** A time on the day before the first one of spreadsheets, 1899-12-30. */
  onDayZero(time: SqlFragment): SqlFragment;
  dateOf(datetime: SqlFragment): SqlFragment;
  timeOf(datetime: SqlFragment): SqlFragment;
  /** A whole number. */
  partOf(datetime: SqlFragment, part: DatePart): SqlFragment;
}

export type DatePart = "year" | "month" | "day";

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
  readMoment: (text: string, family: string, locale: string) => number | null;
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
