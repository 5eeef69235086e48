import type { Type } from "../src/expression/parts.ts";
import type { StoredForm } from "../src/expression/sql/sql-table.ts";
import { isWholeNumber, valueFamilyOf } from "../src/expression/tree/type.ts";

/** How stores keep the values of a type. */
export function storedFormOf(type: Type): StoredForm {
  const family = valueFamilyOf(type);
  if (family === "list") return "json";
  if (family === "yes/no") return "boolean";
  if (family === "number") return isWholeNumber(type) ? "integer" : "real";
  return family === "point" ? "text" : family;
}
