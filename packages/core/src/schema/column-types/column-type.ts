import type { DetailsOf } from "../../diagnostics/index.ts";
import type { keyTypeOf, Type } from "../../expression/parts.ts";
import type { JsonValue, Value } from "../../values/index.ts";
import { columnMembers } from "../text/column-members.ts";

/** A type a column can have: how cells of requests are read, checked and written. One file per type. */
export interface ColumnType {
  /** As definitions write it, such as `Yes/No`. */
  readonly name: string;
  readonly summary: string;
  /** The kind under it that stores know. */
  readonly storage: ColumnStorage;
  readonly filledBy: ColumnFiller;
  /** Whether a value sent by a caller is taken: `filledBy` is `caller`. */
  readonly isWritable: boolean;
  readonly mayBeKey: boolean;
  /** Whether it can be the type of a list's items or the base type of an Enum. */
  readonly mayBeItem: boolean;
  /** The options it takes beyond those of every column. */
  readonly options: readonly OptionName[];
  /** The type its values have in expressions. */
  expressionType(options: ColumnOptions, tables: KeyTypes): Type;
  /** The value that a cell means; null and "" are blank. */
  read(cell: JsonValue, reading: Reading): ReadCell;
  /** The cell of a value in the form of `wire: spec`; blank is "". */
  write(value: Value, writing: Writing): JsonValue;
  /** `write` for many values of one column. */
  writerFor(writing: Writing): (value: Value) => JsonValue;
  /** The value as text in the Locale's form, which `read` reads back to the same value; blank is "". */
  writeText(value: Value, writing: Writing): string;
  /** What is wrong with a value that is not blank: bounds, lengths, membership. */
  check(value: Value, writing: Writing): readonly CellError[];
  /** Of types of texts that may be keys: the same type whose texts stay in the form in which they are sent. */
  readonly asSent?: ColumnType;
  /**
   * The same type over another base: an Enum of Number, a list of Date, a Ref to a table whose key is a Number.
   * Undefined for types without a base; the types in the list of all types have the base Text.
   */
  readonly over: ((base: ColumnType) => ColumnType) | undefined;
}

/** The kinds of the storage port, which lies above this layer. */
export type ColumnStorage = "text" | "integer" | "real" | "boolean" | "json";

/** Where the values come from: `application` keeps change columns itself, and a column of `none` has none. */
export type ColumnFiller = "caller" | "formula" | "application" | "none";

/** The type of the key of a table by its name. */
export type KeyTypes = (table: string) => ReturnType<typeof keyTypeOf>;

export interface Writing {
  readonly locale: string;
  readonly options: ColumnOptions;
}

export interface Reading extends Writing {
  /** Where a date and time with an offset is brought to; a name that `zoneOf` gives. */
  readonly timeZone: string;
  /** Whether the caller is answered with dates such as 03/12/2026 in every Locale, and may send them back. */
  readonly isAnsweredMonthFirst?: boolean;
  /** Whether cells are JSON, so that a text is a string: else a cell of any JSON that is a text is read as JSON. */
  readonly isJson?: boolean;
}

/** A cell may have several errors: `others` has those after the first. */
export type ReadCell = { readonly value: Value } | (CellError & { readonly others?: readonly CellError[] });

/** An error in a cell without its place, which the caller knows. */
export type CellError = {
  [C in CellCode]: { readonly code: C; readonly details: DetailsOf<C> };
}[CellCode];

export const NO_ERRORS: readonly CellError[] = [];

type CellCode =
  | "cell/unreadable"
  | "cell/out-of-bounds"
  | "cell/not-in-list"
  | "cell/separator"
  | "cell/unknown-field"
  | "cell/missing-field"
  | "key/unreadable"
  | "limit/cell-length"
  | "limit/cell-depth"
  | "limit/cell-items";

export type { ColumnWatch } from "../text/column-members.ts";

type Members = typeof columnMembers;

/** The members that are options: every one that says what holds where it is left out. */
type Options = {
  [N in keyof Members as Members[N] extends { otherwise: unknown } ? N : never]: Members[N];
};

/** What a definition says about a column beyond its type: names resolved, bounds and values read, the rest filled in. */
export type ColumnOptions = {
  readonly [N in keyof Options]: Options[N] extends { otherwise: infer T } ? T : never;
};

/** An option that only some column types take. */
export type OptionName = Exclude<
  keyof ColumnOptions,
  "description" | "sensitive" | "source" | "was" | "readOnly" | "index"
>;

const options = Object.entries(columnMembers).flatMap(([name, one]) =>
  "otherwise" in one ? [{ name, ...one }] : [],
);

/** The options that only some column types take. */
export const optionNames = options
  .filter(({ takenBy }) => takenBy === "some types")
  .map(({ name }) => name as OptionName);

/** A column about which nothing is said beyond its type. */
export const noOptions = Object.fromEntries(
  options.map(({ name, otherwise }) => [name, otherwise]),
) as ColumnOptions;
