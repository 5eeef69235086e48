import { jsonWriterOf } from "../../expression/parts.ts";
import type { ColumnDefinition } from "../../schema/index.ts";
import { defaultLocale, type JsonValue, type Value } from "../../values/index.ts";
import type { Call } from "../calls/call.ts";

export type ValueWriter = (value: Value) => JsonValue;

/**
 * How the values of a column are written on the wire of the call. Clients of the hosted service read American dates and numbers only
 * with a point, whatever Locale they send.
 */
export function valueWriterOf(
  { answer: { wire }, read: { context } }: Pick<Call, "answer" | "read">,
  { columnType, options, type }: ColumnDefinition,
): ValueWriter {
  if (wire === "typed") return jsonWriterOf(type);
  if (wire === "spec") return columnType.writerFor({ locale: context.locale, options });
  return (value) => columnType.writeText(value, { locale: defaultLocale, options });
}
