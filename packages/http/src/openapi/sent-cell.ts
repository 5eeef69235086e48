import type { ColumnSchema } from "@tablewright/core";
import { describedCell } from "./described-cell.ts";
import type { JsonSchema } from "./json-schema.ts";

/** A cell as it may be sent, on every wire: in the form of the Locale or the JSON one. A null or an empty text is blank. */
export function sentCell(column: ColumnSchema): JsonSchema {
  const { json } = column;
  const schema = describedCell(column);
  if (json === "array") return { type: ["array", "string", "number", "boolean", "null"], ...schema };
  return {
    type: ["string", "number", "boolean", "null", ...(PARTS[column.type] ?? [])],
    ...boundsOf(column),
    ...choicesOf(column),
    ...schema,
  };
}

/** The values that may also be sent in parts: a link with its text, a place as two numbers. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  Url: ["object"],
  LatLong: ["array"],
  XY: ["array"],
};

/** JSON Schema applies a bound to the type it is about: one of numbers says nothing about a number sent as text. */
function boundsOf({ json, min, max, maxLength }: ColumnSchema): JsonSchema {
  const isNumber = json === "number" || json === "integer";
  return {
    ...(isNumber && typeof min === "number" ? { minimum: min } : {}),
    ...(isNumber && typeof max === "number" ? { maximum: max } : {}),
    ...(json === "string" && maxLength !== undefined ? { maxLength } : {}),
  };
}

/** The values as they are best sent: they are taken in any case of letters, and numbers as text. */
function choicesOf({ values }: ColumnSchema): JsonSchema {
  return values === undefined ? {} : { examples: values };
}
