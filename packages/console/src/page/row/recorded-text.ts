import type { TableSchema } from "@tablewright/core";
import type { JsonValue } from "@tablewright/core/expression";
import { cellText } from "../grid/cell-text.ts";

/** A cell of a recorded change as the page shows cells of its column; one of a column that is gone as it was recorded. */
export function recordedText(
  { columns }: Pick<TableSchema, "columns">,
  row: Readonly<Record<string, JsonValue>>,
  name: string,
  locale: string,
): string {
  const value = Object.hasOwn(row, name) ? (row[name] ?? null) : null;
  const column = columns.find((one) => one.name === name);
  if (column === undefined)
    return typeof value === "string" ? value || BLANK : value === null ? BLANK : JSON.stringify(value);
  return cellText(column, value, locale) || BLANK;
}

const BLANK = "∅";
