import type { ColumnDefinition } from "../../schema/index.ts";
import type { JsonValue, Value } from "../../values/index.ts";

export type JsonKind = "string" | "number" | "integer" | "boolean" | "array" | "object" | "any";

/** A field of an object. */
export interface DescribedField {
  readonly name: string;
  /** Its type in expressions, such as `Price`. */
  readonly type: string;
  readonly json: JsonKind;
  /** Of an array: the JSON type of its items. */
  readonly items?: JsonKind;
  /** Of an object, or of the objects in an array. */
  readonly fields?: readonly DescribedField[];
}

export type ValueWriter = (value: Value) => JsonValue;

/** A JSON Schema, or a part of one. */
type JsonSchema = Readonly<Record<string, unknown>>;

/** The form of cells in answers. What differs from wire to wire is a member. */
export interface WireForm<Name extends string = string> {
  readonly name: Name;
  /** Whether cells that are sent are JSON, in which a text is a string, unless the call says otherwise. */
  readonly takesJson: boolean;
  /** Whether dates are answered month first, whatever the Locale. */
  readonly isMonthFirst: boolean;
  /** Whether cells are written in the form of the call's Locale. */
  readonly isOfLocale: boolean;
  /** Whether a Find answers the list of its rows, and what else there is in headers. */
  readonly isBare: boolean;
  /** Whether an answer has the id of its call in the history. */
  readonly hasCall: boolean;
  /** What a cell without a value is, where its column does not say it. */
  readonly blank: "" | null;
  readonly writerOf: (column: ColumnDefinition, locale: string) => ValueWriter;
  /** A row number, or a count. */
  readonly writeCount: ValueWriter;
  /** Names of columns. */
  readonly writeNames: (names: readonly string[]) => JsonValue;
  /** What is answered, as JSON Schema: a row number, that of a table without numbers, names of columns, a cell. */
  readonly schemas: {
    readonly count: JsonSchema;
    readonly noCount: JsonSchema;
    readonly names: JsonSchema;
    readonly cellOf: (column: DescribedField & { readonly computed?: boolean }) => JsonSchema;
  };
}

export function defineWire<const Name extends string>(form: WireForm<Name>): WireForm<Name> {
  return form;
}
