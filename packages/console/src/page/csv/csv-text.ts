import type { JsonValue } from "@tablewright/core/expression";

/** A cell as a CSV file has it; objects and lists of them as their JSON. */
export function csvText(value: JsonValue | undefined): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value) && value.some((item) => typeof item === "object")) return JSON.stringify(value);
  if (Array.isArray(value)) return value.map(csvText).join(" , ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
