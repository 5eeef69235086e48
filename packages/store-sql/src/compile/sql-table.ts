import { isWholeNumber, type Type, valueFamilyOf } from "@tablewright/core/compiler";
import type { ValueForm } from "@tablewright/core/storage";
import { joinSql, type SqlFragment, sql, sqlName } from "../fragments/sql-fragment.ts";

/** Where a table of the expression's scope lies in the database. */
export interface SqlTable {
  /** Its name in the database. */
  readonly name: string;
  /** The stored columns, by position within a row. */
  readonly columns: readonly SqlColumn[];
  /** Its replacement after FROM, where that is not its name: a table of another program, read in our forms. */
  readonly from?: SqlFragment;
  /** The column that numbers the rows in stored order; any column where the table has an `order`. */
  readonly slot: string;
  /** The columns that order the rows of a table without slots, by names of the database. */
  readonly order?: readonly string[];
  /**
   * Whether a row, by its alias, has a key that the database takes for equal to a text; missing where only the same texts are. Then no
   * two keys of the table are equal.
   */
  readonly isKeyLike?: (alias: string, text: SqlFragment) => SqlFragment;
  /** What windows of its rows are searched by; missing where its rows have no whole numbers that an index finds ranges of. */
  readonly windows?: Windows;
  /** Whether no two rows are equal in all of these columns. */
  readonly isOrderTotal?: boolean;
  /** Whether that column is the row number; else a row number takes counting and is not said in SQL. */
  readonly isNumberedBySlot: boolean;
}

/** How the rows of a table are searched a window of whole numbers, their slots, at a time. */
export interface Windows {
  /** The name of the table in the database. */
  readonly table: string;
  /** Its column of whole numbers that an index finds ranges of. */
  readonly slot: string;
  /** That column by its name after FROM. */
  readonly column: string;
  /** Whether rows that are in the order of the table are also in that of their slots. */
  readonly areInOrder: boolean;
}

export interface SqlColumn {
  /** Its name in the database. */
  readonly name: string;
  readonly form: StoredForm;
  /** What it is called in the statement, where that is not its name after the alias of its table. */
  readonly given?: SqlFragment;
  /** Whether an index finds the rows equal to a value: one on the fold where it is text, else on the column itself. */
  readonly isIndexed?: boolean;
  /** How the database computes with it, where its own type is not that of the form; comparisons take it as it is. */
  readonly widen?: (column: SqlFragment) => SqlFragment;
  /** How its own type holds the values of a column with `widen`; a narrower whole number where it is missing. */
  readonly heldAs?: HeldAs;
  /** Whether a real number may have any digits, and not only 15. */
  readonly hasAnyDigits?: boolean;
  /** Whether what it holds is a value of the form; what is none counts as blank. All is where it is missing. */
  readonly isValue?: (column: SqlFragment) => SqlFragment;
  /** Whether what is no value is blank all the same; NULL is where it is missing. */
  readonly isBlank?: (column: SqlFragment) => SqlFragment;
  /** Whether conditions on it are left to the engine. */
  readonly isOpaque?: boolean;
  /** Whether it keeps objects, or lists of them, in JSON that is only ours. */
  readonly isOurJson?: boolean;
  /** The fields of its objects that an index finds rows by. */
  readonly indexedFields?: readonly IndexedField[];
  /** Of a column of another program that keeps instants: the zone by whose clock they are read. */
  readonly timeZone?: string;
}

/** A field of the objects in a column that an index finds rows by. */
export interface IndexedField {
  /** The names of the members on the way from the column. */
  readonly path: readonly string[];
  readonly form: StoredForm;
}

/** The fields of an object type that are declared with an index, in lists not. */
export function indexedFieldsOf(type: Type, around: readonly string[] = []): readonly IndexedField[] {
  if (type.kind !== "Object") return [];
  return type.shape.columns.flatMap((column): readonly IndexedField[] => {
    const path = [...around, column.name];
    const own = !column.isVirtual && column.isIndexed === true;
    return own ? [{ path, form: storedFormOf(column.type) }] : indexedFieldsOf(column.type, path);
  });
}

/**
 * How a column holds values that are computed with in another form: numbers of at most 15 digits as `decimals`, or such of
 * any digits as `long decimals`; dates with times whose seconds have `fractions`, which are cut off, or as `instants`, which
 * are read as the wall clock of a zone.
 */
export type HeldAs = "decimals" | "long decimals" | "fractions" | "instants";

/** What follows FROM for a table under an alias. */
export function fromTable({ name, from }: SqlTable, alias: string): SqlFragment {
  return sql`${from ?? sqlName(name)} as ${sqlName(alias)}`;
}

/** What sorts the rows of a table into stored order. */
export function storedOrder({ slot, order = [slot], columns }: SqlTable, alias: string): SqlFragment {
  const keys = order.map((name) => {
    const isText = columns.some((column) => column.name === name && column.form === "text");
    // A blank in a key is the empty text, which comes first; databases differ in where NULL comes.
    return isText ? sql`coalesce(${sqlName(alias, name)}, '')` : sqlName(alias, name);
  });
  return joinSql(keys, ", ");
}

/** What a column keeps: dates and times are read as ISO text, durations as seconds, lists as JSON text. */
export type StoredForm = ValueForm;

/** How a column keeps the values of a type. */
export function storedFormOf(type: Type): StoredForm {
  const family = valueFamilyOf(type);
  if (family === "list" || family === "object") return "json";
  if (family === "yes/no") return "boolean";
  if (family === "number") return isWholeNumber(type) ? "integer" : "real";
  return family === "point" ? "text" : family;
}
