import { writeJson } from "../../expression/parts.ts";
import type { ColumnDefinition } from "../../schema/index.ts";
import { defaultLocale, type JsonValue, type Value } from "../../values/index.ts";
import type { Call } from "../calls/call.ts";

export type ValueWriter = (value: Value) => JsonValue;

/** Clients of the hosted service read American dates and numbers with a point alone, whatever Locale they send. */
export function valueWriterOf({ wire, request }: Call, column: ColumnDefinition): ValueWriter {
  const { columnType, options, type } = column;
  if (wire === "typed") return (value) => writeJson(value, type);
  if (wire === "spec") return columnType.writerFor({ locale: request.locale, options });
  const writing = { locale: defaultLocale, options };
  return (value) => columnType.writeText(value, writing);
}
