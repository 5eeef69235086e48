import { familyOf, jsonWriterOf } from "../../expression/parts.ts";
import type { ColumnDefinition } from "../../schema/index.ts";
import { defaultLocale, type JsonValue, type Value } from "../../values/index.ts";
import type { Call } from "../calls/call.ts";

export type ValueWriter = (value: Value) => JsonValue;

/** How the cells of a column are written. */
export interface CellWriter {
  readonly write: ValueWriter;
  /**
   * `text`: it gives texts back. `number`: it gives numbers of at most two decimals back. `day`: it writes days, and is the
   * same function for every call that writes them alike.
   */
  readonly form: "text" | "number" | "day" | "other";
}

/** How the values of a column are written on the wire of the call. */
export function valueWriterOf(call: Call, column: ColumnDefinition): ValueWriter {
  return cellWriterOf(call, column).write;
}

/** Clients of the hosted service read American dates and numbers only with a point, whatever Locale they send. */
export function cellWriterOf(
  { answer: { wire }, read: { context } }: Call,
  column: ColumnDefinition,
): CellWriter {
  const { columnType, options, type } = column;
  if (wire === "appsheet") {
    const writing = { locale: defaultLocale, options };
    return { write: (value) => columnType.writeText(value, writing), form: "other" };
  }
  const write =
    wire === "typed" ? jsonWriterOf(type) : columnType.writerFor({ locale: context.locale, options });
  return { write, form: type.kind === "Json" ? "other" : (FORMS[familyOf(type)] ?? "other") };
}

const FORMS: Readonly<Record<string, CellWriter["form"] | undefined>> = {
  number: "number",
  text: "text",
  date: "day",
};
