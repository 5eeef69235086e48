import type { JsonValue } from "@tablewright/core/expression";

/** The type each column of a row given as JSON most likely has, as `compile` wants it told. */
export function guessColumnTypes(row: Readonly<Record<string, JsonValue>>): Record<string, GuessedColumn> {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, guess(value)]));
}

type GuessedColumn = string | { type: "List"; itemType: string };

function guess(value: JsonValue): GuessedColumn {
  return Array.isArray(value)
    ? { type: "List", itemType: guessScalar(value[0] ?? null) }
    : guessScalar(value);
}

function guessScalar(value: JsonValue): string {
  if (typeof value === "number") return Number.isInteger(value) ? "Number" : "Decimal";
  if (typeof value === "boolean") return "Yes/No";
  if (typeof value !== "string") return "Text";
  if (/^\d{4}-\d\d-\d\d$/u.test(value)) return "Date";
  return /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?$/u.test(value) ? "DateTime" : "Text";
}
