import type { StoredColumn } from "./stored-table.ts";

/** How the values of a column are kept. Values of one form can be exchanged; those of another are converted by a migration. */
export type ValueForm =
  | "text"
  | "integer"
  | "real"
  | "boolean"
  | "date"
  | "time"
  | "datetime"
  | "duration"
  | "json";

/** The family decides before the kind does: the key of a Ref is of whatever type that key has. */
export function valueFormOf({ kind, family }: StoredColumn): ValueForm {
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
