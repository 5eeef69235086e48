import type { Value } from "../../values/index.ts";
import type { RequestContext } from "../runtime/request-context.ts";

/** A step of the conversion table, total over the values of its source type; blank stays blank. */
export interface Conversion {
  readonly id: ConversionId;
  readonly convert: (value: Value, context: RequestContext) => Value;
}

/** What a conversion makes of what, for those who do it in another way, such as SQL. */
export type ConversionId =
  /** The values of both types are the same at run time. */
  | "same"
  /** A number without its fraction. */
  | "number to whole number"
  | "date to datetime"
  | "datetime to date"
  /** On the day that spreadsheets count from. */
  | "time to datetime"
  /** The text of a value of any type, in the caller's Locale. */
  | "to text"
  /** The text of a key, which is the same in every Locale. */
  | "key to text"
  | "text to date"
  | "text to datetime"
  | "text to time"
  | "text to duration"
  | "text to point"
  /** A text that holds a date, a time or both, as a date-time. */
  | "text to moment"
  | "yes/no to number"
  | "text to number"
  /** Stands for no number and becomes 0. */
  | "other to number"
  /** A value that the call binds, whose type is not known before. */
  | "any to other"
  /** Each item of a list. */
  | "items";
