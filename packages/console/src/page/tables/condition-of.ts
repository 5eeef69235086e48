import type { ColumnSchema } from "@tablewright/core";
import type { JsonValue } from "@tablewright/core/expression";
import { writeNumber } from "../form/write-number.ts";
import { quoted } from "./view.ts";

/** The condition that holds for rows with this value in a column, by which they are filtered with the mouse. */
export function conditionOf({ name }: Pick<ColumnSchema, "name">, value: JsonValue): string {
  if (value === null || value === "") return `ISBLANK([${name}])`;
  if (holdsObjects(value)) return `"" & [${name}] = ${quoted(textOf(value))}`;
  if (Array.isArray(value)) {
    const items = value.map((item) => `IN(${literal(item)}, [${name}])`);
    return items.length > 1 ? `AND(${items.join(", ")})` : (items[0] ?? `ISBLANK([${name}])`);
  }
  return `[${name}] = ${literal(value)}`;
}

/** Objects are compared as their texts in JSON, which list all fields in the order that the definition has them. */
function holdsObjects(value: JsonValue): boolean {
  return Array.isArray(value) ? value.some(holdsObjects) : typeof value === "object";
}

function textOf(value: JsonValue): string {
  return Array.isArray(value) ? value.map((item) => JSON.stringify(item)).join(" , ") : JSON.stringify(value);
}

/** Dates and times are texts on the wire, and an expression reads them as what the column holds. Its numbers have no exponents. */
function literal(value: JsonValue): string {
  if (typeof value === "boolean") return value ? "TRUE" : "FALSE";
  return typeof value === "number" ? writeNumber(value, "en") : quoted(String(value));
}
