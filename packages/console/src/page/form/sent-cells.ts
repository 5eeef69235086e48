import type { ColumnSchema } from "@tablewright/core";
import type { JsonValue } from "@tablewright/core/expression";
import { readNumber } from "./read-number.ts";

type Column = Pick<ColumnSchema, "name" | "json" | "items" | "table">;

/** What was entered as it is sent: numbers in the form of the page as numbers, all else as written, for the service to judge. */
export function sentCells(
  columns: readonly Column[],
  cells: ReadonlyMap<string, JsonValue>,
  locale: string,
): Record<string, JsonValue> {
  const byName = new Map(columns.map((column) => [column.name, column]));
  return Object.fromEntries([...cells].map(([name, value]) => [name, sent(byName.get(name), value, locale)]));
}

function sent(column: Column | undefined, value: JsonValue, locale: string): JsonValue {
  if (column === undefined || column.table !== undefined || typeof value !== "string") return value;
  if (column.json === "number" || column.json === "integer") return readNumber(value, locale) ?? value;
  if (column.items !== "number") return value;
  const items = value.split(/\s,\s/u).map((item) => readNumber(item, locale, { mayGroup: false }));
  return items.every((item) => item !== undefined) ? items : value;
}
