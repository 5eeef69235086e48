import { readIsoDateTime, readIsoTime } from "@tablewright/core/compiler";
import type { StoredColumn } from "@tablewright/core/storage";
import type { HeldAs, StoredForm } from "../compile/sql-table.ts";
import { type SqlFragment, sql } from "../fragments/sql-fragment.ts";
import type { ColumnDescription } from "../introspect/database-description.ts";
import type { SqlValue } from "../values/sql-value.ts";

/** How the values of a column of another program are read as a stored form, and written back. */
export interface SourceForm {
  /** SQL of the stored form, given the column; the column itself where it is missing. */
  readonly read?: (column: SqlFragment) => SqlFragment;
  /** SQL of what is written, given the parameter; the parameter itself where it is missing. */
  readonly write?: (parameter: SqlFragment) => SqlFragment;
  /** SQL of what stands for a blank; NULL where it is missing. */
  readonly blank?: SqlFragment;
  /** Whether a blank is rejected before it is sent, where the database would write another value in its place. */
  readonly rejectsBlank?: boolean;
  /** SQL of what a key is compared with, given the parameter, so that an index on the column serves. */
  readonly seek?: (parameter: SqlFragment) => SqlFragment;
  /**
   * SQL of whether a column has the key, given both, where that takes more than equality. Keys that differ in the database may then
   * be read as the same.
   */
  readonly matches?: (column: SqlFragment, parameter: SqlFragment) => SqlFragment;
  /**
   * SQL of whether a column has the key letter by letter, given both; where it is missing, equality says so. A collation may call
   * equal what differs by case, accents or trailing blanks, and only the row that was named is changed.
   */
  readonly isExactly?: (column: SqlFragment, parameter: SqlFragment) => SqlFragment;
  /**
   * SQL of whether the database takes the column for equal to a text, given both, where its collation does so of texts that differ.
   */
  readonly isLike?: (column: SqlFragment, text: SqlFragment) => SqlFragment;
  /** SQL of a text as such a column compares it with others, given the parameter; the parameter itself where it is missing. */
  readonly asCompared?: (parameter: SqlFragment) => SqlFragment;
  /** Whether a value can be one of the column's at all; where it is missing, every one can. */
  readonly accepts?: (value: SqlValue) => boolean;
  /** Of a text in a column of another type: the database must read back the same text that was written, or the row is refused. */
  readonly isConverted?: true;
  /** How the database computes with it, where its own type is another than the form's: `bigint` for a column of 32 bits. */
  readonly widen?: (column: SqlFragment) => SqlFragment;
  /** How that type holds the values; a narrower whole number where it is missing. */
  readonly heldAs?: HeldAs;
  /** Whether a real number may have any digits, and not only 15. */
  readonly hasAnyDigits?: boolean;
  /**
   * Of a column that keeps instants: how the database computes with it on the clock of a zone. Such a column is read and written
   * as ISO text by the clock of UTC. One that is held as `instants` without `widen` is compared with constants only.
   */
  readonly instantIn?: (timeZone: string) => Pick<SourceForm, "widen" | "heldAs" | "isOpaque">;
  /** Of a column that keeps instants and wall clocks: those end with `Z`, and wall clocks are written. */
  readonly hasWallClocks?: true;
  /**
   * SQL of whether what is read has a counterpart among the form's values, given it; all has where it is missing. What has none is
   * blank to conditions, as it is to a reader.
   */
  readonly isValue?: (column: SqlFragment) => SqlFragment;
  /** SQL of whether what is read is blank, where that is not NULL only. */
  readonly isBlank?: (column: SqlFragment) => SqlFragment;
  /** Whether a real number has 32 bits, and is read as the shortest decimal that gives it. */
  readonly isSingle?: boolean;
  /** Whether only numbers are values, where the database takes texts in a column of numbers. */
  readonly holdsNumbers?: boolean;
  /** Whether conditions on it are left to the engine, as the database cannot be sure what it holds. */
  readonly isOpaque?: boolean;
}

/** How a column of another program holds the values of each form; undefined where it cannot. */
export type SourceForms = Readonly<Record<StoredForm, (column: HeldColumn) => SourceForm | undefined>>;

/** A column as the database describes it; `instant` where the definition says that its wall clocks are those of UTC, or its numbers counted since 1970. */
export type HeldColumn = ColumnDescription & {
  readonly instant?: StoredColumn["instant"] | undefined;
  /** Where all digits of its numbers are read. */
  readonly digits?: StoredColumn["digits"] | undefined;
};

/** How many of what an instant is counted in make a second; undefined for one that is no number. */
export function partsOfSecond({ instant }: HeldColumn): number | undefined {
  return instant === "milliseconds" ? 1000 : instant === "seconds" ? 1 : undefined;
}

/** The same forms, with the tests of what a column may hold that is no value. */
export function withTests(
  forms: SourceForms,
  test: (form: StoredForm, column: HeldColumn) => SourceForm,
): SourceForms {
  const tested = Object.entries(forms).map(([form, held]) => [
    form,
    (column: HeldColumn) => {
      const existing = held(column);
      return existing && { ...existing, ...test(form as StoredForm, column) };
    },
  ]);
  return Object.fromEntries(tested);
}

/** What an enum holds; every other value is refused before it is sent. */
export function isOneOf({ values = [] }: ColumnDescription): (value: SqlValue) => boolean {
  return (value) => values.includes(String(value));
}

/** A column of a table of another program, as a column of a definition sees it. */
export interface SourceColumn extends SourceForm {
  /** The type of the objects that it keeps as JSON, for a column of objects. */
  readonly objects?: StoredColumn["objects"];
  /** Its name in the definition. */
  readonly column: string;
  /** Its name in the database. */
  readonly name: string;
  readonly form: StoredForm;
  /** Of a column that keeps instants: the zone by whose clock they are read. */
  readonly timeZone?: string;
  /** Whether the database gives it a value when none is sent. */
  readonly hasDefault: boolean;
  /** Whether a value is ever written. */
  readonly isWritten: boolean;
  /** Why it is not, where callers may send one: the database gives it, or the user lacks the right. */
  readonly unwritten?: "given" | "rights";
  /** Whether rows have the digits of its numbers that a double does not hold. */
  readonly isExact: boolean;
  /** Whether the database keeps all digits of its numbers before the point, which is no column of doubles. */
  readonly keepsWhole: boolean;
  /** Whether an empty text of the database is a blank of the column, so that a key may have one. */
  readonly hasEmptyTexts: boolean;
}

/** Whether a text is a whole number of 64 bits as databases write it, with a sign or, where it may be `unsigned`, without. */
export function isWholeNumberText(text: string, unsigned = false): boolean {
  if (!/^(?:0|-?[1-9]\d{0,19})$/u.test(text)) return false;
  const number = BigInt(text);
  return BigInt.asIntN(64, number) === number || (unsigned && BigInt.asUintN(64, number) === number);
}

/** Whether a text is a number as databases write it, with any digits. */
export function isNumberText(text: string): boolean {
  return /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/u.test(text);
}

/** Whether a number lies in the range of all those that are read as a key, which an index serves; not all in it are. */
export function isNear(column: SqlFragment, key: SqlFragment): SqlFragment {
  const reach = sql`abs(${key}) * 1e-15`;
  return sql`${column} between ${key} - ${reach} and ${key} + ${reach}`;
}

/** Whether a text is a date with a time, to the microsecond, or with `isTime` a time of day: what a key that is read as a text can be. */
export function isMomentText(text: string, isTime = false): boolean {
  const [, seconds] = (isTime ? TIME : MOMENT).exec(text) ?? [];
  if (seconds === undefined) return false;
  return (isTime ? readIsoTime(seconds) : readIsoDateTime(seconds)) !== null;
}

const MOMENT = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d{1,6})?Z?$/u;

const TIME = /^(\d\d:\d\d:\d\d)(?:\.\d{1,6})?$/u;
