import type { InstantUnit } from "@tablewright/core/storage";

/** What a database of another program holds, as its catalogue tells: the same for every database. */
export interface DatabaseDescription {
  /** As people call it, such as `SQLite`. */
  readonly product: string;
  /** Of the database itself, or of its file without the ending. */
  readonly name: string;
  /** The schemas that were read, and those that have tables too; both empty where the database has none. */
  readonly schemas: readonly string[];
  readonly otherSchemas: readonly string[];
  /** In no particular order; what belongs to the database itself or to its extensions is left out. */
  readonly tables: readonly TableDescription[];
  /** What cannot be read as rows, such as a table that this user may not see: its name, and why. */
  /** The zone whose clock its sessions have; UTC where it is missing. */
  readonly timeZone?: string;
  readonly unreadable: readonly { readonly name: string; readonly reason: string }[];
}

/** Names are as the database has them, without quotes. */
export interface TableDescription {
  /** Undefined where the database has none. */
  readonly schema: string | undefined;
  readonly name: string;
  readonly kind: "table" | "view";
  readonly comment: string | undefined;
  /** In the table's order; those that this user may not read are left out. */
  readonly columns: readonly ColumnDescription[];
  /** In the order of the key; empty where there is none. */
  readonly primaryKey: readonly string[];
  /** The column, besides those of the table, of the number that the database gives each row; an index finds ranges of it. */
  readonly rowIds?: string | undefined;
  /** What is unique for all rows besides the primary key, by columns only and without a condition. */
  readonly uniques: readonly (readonly string[])[];
  readonly foreignKeys: readonly ForeignKeyDescription[];
  /** SQL conditions, without the parentheses around them; those that `values`, `min` and `max` of a column say are left out. */
  readonly checks: readonly string[];
  /** The changes of rows that the database takes from this user. */
  readonly changes: { readonly add: boolean; readonly edit: boolean; readonly delete: boolean };
  /** The policies by which the database hides rows from its users, as SQL; missing where it hides none. */
  readonly rowSecurity?:
    | { readonly policies: readonly string[]; readonly isForThisUser: boolean }
    | undefined;
  /** Whether a store has made it, for itself or for a table of its definition. */
  readonly isOurs?: true;
  /** Why it takes less than others do, in words. */
  readonly refusal?: string | undefined;
}

export interface ForeignKeyDescription {
  readonly columns: readonly string[];
  readonly schema: string | undefined;
  readonly table: string;
  /** As many as `columns`. */
  readonly targets: readonly string[];
  /** What becomes of a row when the one it names is deleted. */
  readonly onDelete: "refuse" | "cascade" | "set null" | "set default";
}

export interface ColumnDescription {
  readonly name: string;
  /** As the database writes it, such as `numeric(10,2)`. */
  readonly databaseType: string;
  readonly kind: ValueKind;
  /** Of a text: the most characters. */
  readonly length: number | undefined;
  /** Of a decimal: its digits in all, and those after the point. */
  readonly precision: number | undefined;
  readonly scale: number | undefined;
  /** All that a text, an integer, an enum or an item of a list may be, blanks aside; undefined where the database has no such list. */
  readonly values: readonly string[] | undefined;
  /** Of a text: how it is compared, where that says as well which characters it may hold. */
  readonly collation?: string;
  /** Of a text: whether the database takes texts for equal that differ, by case, accents or blanks at their end. */
  readonly isLoose?: boolean;
  /** Of a time or a date with a time: whether its seconds may have fractions. */
  readonly hasFractions?: true;
  /** Of a column of texts only by custom, as in SQLite: a moment among them, in whose form others are written; one with an offset, if there is one. */
  readonly momentText?: string;
  /** Of a column of yes and no: how most of its rows have one of them, where that is a text. */
  readonly yesText?: string;
  /** Of a column of dates with times whose rows have numbers: what they look like since 1970. */
  readonly instantUnit?: InstantUnit;
  /** Of a decimal: whether the database keeps all digits of its type. */
  readonly keepsDigits?: true;
  /** Of a column of numbers: whether some row has one with more digits than are read without asking for all. */
  readonly isBeyondDoubles?: true;
  /** What is to be known of the values of some rows, in clauses. */
  readonly seen?: readonly string[];
  /** Of JSON: the texts of some values. */
  readonly samples?: readonly string[];
  /** The least and the greatest that a number may be. */
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly nullable: boolean;
  /** Of a text that is never NULL: whether there are rows, and none of those that were looked at has an empty one. */
  readonly isFilled?: boolean;
  /** SQL of the value of a new row when none is sent. */
  readonly default: string | undefined;
  /** Whether the database counts: for a row that sends no number, or for every row. */
  readonly identity: "byDefault" | "always" | undefined;
  /** SQL that computes it from its row. */
  readonly generated: string | undefined;
  /** Whether this user may write it at all. */
  readonly isWritable: boolean;
  readonly comment: string | undefined;
}

/**
 * What the values of a column are, whatever the database calls its type. A `datetime` is wall-clock time, an `instant` a
 * moment in time; an `enum` has `values`, and a `list` holds any number of them, or of any texts where it has none; `other` has no column type.
 */
export type ValueKind =
  | "text"
  | "integer"
  | "decimal"
  | "float"
  | "boolean"
  | "date"
  | "time"
  | "datetime"
  | "instant"
  | "interval"
  | "uuid"
  | "enum"
  | "list"
  | "json"
  | "array"
  | "binary"
  | "other";
