import type { StoredColumn } from "@tablewright/core/storage";
import type { StoredForm } from "../compile/sql-table.ts";

/** How the values of a column are kept. The family decides before the kind does: the key of a Ref is of whatever type that key has. */
export function valueFormOf({ kind, family }: StoredColumn): StoredForm {
  switch (family) {
    case "list":
      return "json";
    case "yes/no":
      return "boolean";
    case "number":
      return kind === "integer" ? "integer" : "real";
    case "date":
    case "time":
    case "datetime":
    case "duration":
      return family;
    case "text":
    case "point":
      return kind === "json" ? "json" : "text";
  }
}
