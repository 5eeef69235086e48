import type { CheckedExpression, Type } from "../expression/parts.ts";
import type { ColumnType } from "./column-types/column-type.ts";
import type { ColumnOptions } from "./typing/column-options.ts";

/** A column is a cell of the rows of its table, or computed by its formula whenever it is read. */
export type ColumnDefinition = StoredColumnDefinition | VirtualColumnDefinition;

export interface StoredColumnDefinition extends ColumnMembers {
  readonly isVirtual: false;
  /** Position within a row of its table. */
  readonly index: number;
}

export interface VirtualColumnDefinition extends ColumnMembers {
  readonly isVirtual: true;
  /** The table whose Refs it lists, of a column that the application added; undefined for one that the definition declares. */
  readonly addedFor: string | undefined;
}

interface ColumnMembers {
  readonly name: string;
  /** Over its base already: a Ref reads keys of the table it points at, an Enum of Number reads numbers. */
  readonly columnType: ColumnType;
  readonly options: ColumnOptions;
  /** The type its values have in expressions. */
  readonly type: Type;
  readonly required: boolean;
  readonly initialValue: CheckedExpression | undefined;
  /** Of a stored column, computed when a row is written. */
  readonly formula: CheckedExpression | undefined;
  readonly requiredIf: CheckedExpression | undefined;
  /** Gives Yes/No, or a list that the value must be in: for a column of lists, all of its items. */
  readonly validIf: CheckedExpression | undefined;
  readonly invalidMessage: CheckedExpression | undefined;
  /** Kept for forms; calls of the API do not look at these three. */
  readonly editableIf: CheckedExpression | undefined;
  readonly showIf: CheckedExpression | undefined;
  readonly resetIf: CheckedExpression | undefined;
}
