/**
 * The schema of a table as `GET …/schema` answers it. It mirrors the one of the engine, because a client imports nothing of it;
 * tests/reading.test.ts holds the two equal.
 */

/** What the rows of a table or slice hold, and what can be done to them. */
export interface TableSchema {
  readonly name: string;
  /** Of a slice: its table. */
  readonly sliceOf?: string;
  /** The names of the key columns; several together are `_ComputedKey`. */
  readonly key: readonly string[];
  /** The column that rows are called by. */
  readonly label: string;
  readonly columns: readonly ColumnSchema[];
  /** The changes it takes. `expression`: which they are is decided when a call is made. */
  readonly updates: readonly ("add" | "edit" | "delete")[] | "expression";
  readonly actions: readonly ActionSchema[];
  /** Of a table: the names of its slices. */
  readonly slices: readonly string[];
}

export interface ActionSchema {
  readonly name: string;
  readonly type: "set" | "run" | "addRow" | "deleteRow" | "onRows";
  /** Whether a call may name it. */
  readonly invocable: boolean;
  /** What it reads of `Inputs` among the Properties; missing where that is nothing. */
  readonly inputs?: readonly InputSchema[];
}

/** A value that a call may give an action. */
export interface InputSchema {
  readonly name: string;
  /** What it is read as, such as `Date`; of a list its items. */
  readonly type: string;
  readonly json: JsonType;
  /** The table that a Ref points at. */
  readonly table?: string;
}

/** A column; members that have nothing to say are left out. */
export interface ColumnSchema {
  readonly name: string;
  /** The column type as the definition writes it, such as `Enum`. */
  readonly type: string;
  /** The JSON type of its cells, where a blank is null, or an empty list. */
  readonly json: JsonType;
  /** Of an array: the JSON type of its items. */
  readonly items?: JsonType;
  /** Of an object, or of the objects in an array. */
  readonly fields?: readonly FieldSchema[];
  readonly key: boolean;
  readonly label: boolean;
  /** `expression`: whether it may be blank depends on the row. */
  readonly required: boolean | "expression";
  /** Whether an Add may leave it out and gives it a value all the same; a key of another program's table, the database may give. */
  readonly hasInitialValue: boolean;
  /** Computed when it is read and never stored. */
  readonly virtual: boolean;
  /** Filled by the application. */
  readonly computed: boolean;
  /** Whether a value that is sent is taken; else it is ignored with a warning. */
  readonly writable: boolean;
  /** The table that a Ref, or the Refs of a list, point at. */
  readonly table?: string;
  readonly partOf?: true;
  /** What becomes of a row when the one that its Ref points at is deleted; missing where the Ref stays as it is. */
  readonly onDelete?: "restrict" | "clear" | "delete";
  /** What an Enum, or an item of an EnumList, may be. */
  readonly values?: readonly Json[];
  readonly allowOtherValues?: true;
  readonly min?: Json;
  readonly max?: Json;
  readonly step?: number;
  /** Counted in characters. */
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly decimalDigits?: number;
  readonly currency?: string;
  /** Whether it is an instant, answered by the clock of the call's time zone; the DateTime of any other column is a wall clock. */
  readonly instant?: true | "seconds" | "milliseconds";
  /** Whether its numbers are texts with all of their digits; a number is taken as well. */
  readonly digits?: "exact";
  readonly sensitive?: true;
  readonly description?: string;
  /** Whether a form shows it, or lets it be edited, depends on the row: the property `Form` of a call answers it. */
  readonly showIf?: true;
  readonly editableIf?: true;
}

export type JsonType = "string" | "number" | "integer" | "boolean" | "array" | "object" | "any";

/** A field of an object. */
export interface FieldSchema {
  readonly name: string;
  /** Its type in expressions, such as `Price`. */
  readonly type: string;
  readonly json: JsonType;
  /** Of an array: the JSON type of its items. */
  readonly items?: JsonType;
  /** Of an object, or of the objects in an array. */
  readonly fields?: readonly FieldSchema[];
}

/** Any JSON. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };
