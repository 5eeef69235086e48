import { LIST_SEPARATOR, type Value } from "../../values/index.ts";

/** What a definition may say about a column beyond its type, names resolved and defaults filled in. */
export interface ColumnOptions {
  /** The table a Ref, or the Refs of a list, point at. */
  readonly table: string | undefined;
  /** Whether the rows that point at another row are parts of it and are deleted with it. */
  readonly partOf: boolean;
  /** Whether the row that a Ref points at must exist. */
  readonly enforce: boolean;
  /** The values of an Enum, or of the items of an EnumList, read as its base type. */
  readonly values: readonly Value[] | undefined;
  readonly allowOtherValues: boolean;
  /** The type of a list's items or the base type of an Enum; undefined is Text. */
  readonly itemType: string | undefined;
  /** Stands between the items of an EnumList that is written as text. */
  readonly separator: string;
  /** Numbers as they are; dates and times in the form of `Value`. */
  readonly min: number | undefined;
  readonly max: number | undefined;
  /** A number is `min`, or 0, and so many whole steps. */
  readonly step: number | undefined;
  /** Counted in characters. */
  readonly minLength: number | undefined;
  readonly maxLength: number | undefined;
  /** For display only. */
  readonly decimalDigits: number | undefined;
  /** The sign a Price may carry when it is sent; undefined is any one currency sign. */
  readonly currency: string | undefined;
  /** What a change column looks at; undefined is every column that callers write. */
  readonly watch: ColumnWatch | undefined;
  /** Whether a ChangeCounter counts all saved changes, or only those of the last save: 1 or 0. */
  readonly mode: "accumulate" | "reset";
  /** Whether the store is asked to keep an index. */
  readonly indexed: boolean;
  /** Whether its values are kept out of logs. */
  readonly sensitive: boolean;
  readonly description: string | undefined;
}

export interface ColumnWatch {
  /** Names of columns of the same table; empty is every column that callers write. */
  readonly columns: readonly string[];
  /** Only a change to one of these counts; empty is any value. */
  readonly values: readonly string[];
}

/** The options that only some column types take. */
export const optionNames = [
  "table",
  "partOf",
  "enforce",
  "values",
  "allowOtherValues",
  "itemType",
  "separator",
  "min",
  "max",
  "step",
  "minLength",
  "maxLength",
  "decimalDigits",
  "currency",
  "watch",
  "mode",
] as const;

export type OptionName = (typeof optionNames)[number];

/** A column about which nothing is said beyond its type. */
export const noOptions: ColumnOptions = {
  table: undefined,
  partOf: false,
  enforce: false,
  values: undefined,
  allowOtherValues: false,
  itemType: undefined,
  separator: LIST_SEPARATOR,
  min: undefined,
  max: undefined,
  step: undefined,
  minLength: undefined,
  maxLength: undefined,
  decimalDigits: undefined,
  currency: undefined,
  watch: undefined,
  mode: "accumulate",
  indexed: false,
  sensitive: false,
  description: undefined,
};
