import type { ColumnSchema, JsonType, Wire } from "@tablewright/core";
import { describedCell } from "./described-cell.ts";
import type { JsonSchema } from "./json-schema.ts";

/** A cell as it is answered on a wire. */
export function answeredCell(column: ColumnSchema, wire: Wire): JsonSchema {
  const schema = describedCell(column);
  if (wire === "appsheet") return { type: "string", ...schema };
  return { ...(wire === "typed" ? typedCell(column) : specCell(column.json)), ...schema };
}

function typedCell({ type, json, items }: ColumnSchema): JsonSchema {
  if (json === "array") return { type: "array", items: items === undefined ? {} : single(items) };
  if (json === "any") return {};
  return { type: [json, "null"], ...(type === "Date" ? { format: "date" } : {}) };
}

function single(json: JsonType): JsonSchema {
  return json === "any" ? {} : { type: json };
}

/** Blank is the empty text, whatever the column is. */
function specCell(json: JsonType): JsonSchema {
  if (json === "boolean") return { enum: ["Y", "N", ""] };
  if (json !== "number" && json !== "integer") return { type: "string" };
  return { anyOf: [{ type: json }, { const: "" }] };
}
