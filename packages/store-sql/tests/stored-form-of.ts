import { isWholeNumber, type Type, valueFamilyOf } from "@tablewright/core/compiler";
import type { StoredForm } from "../src/compile/sql-table.ts";

/** How stores keep the values of a type. */
export function storedFormOf(type: Type): StoredForm {
  const family = valueFamilyOf(type);
  if (family === "list" || family === "object") return "json";
  if (family === "yes/no") return "boolean";
  if (family === "number") return isWholeNumber(type) ? "integer" : "real";
  return family === "point" ? "text" : family;
}
