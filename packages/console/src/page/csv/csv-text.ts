import type { JsonValue } from "@tablewright/core/expression";

/** A cell as a CSV file has it. */
export function csvText(value: JsonValue | undefined): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map(csvText).join(" , ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
