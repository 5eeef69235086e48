import type { SqlColumn, StoredForm } from "@tablewright/store-sql";
import { asDouble } from "./as-double.ts";

/** How a column of our own tables is computed with; its decimals sum up and compare as they are. */
export function ownColumn(form: StoredForm): Pick<SqlColumn, "widen" | "heldAs"> {
  return form === "real" ? { widen: asDouble, heldAs: "decimals" } : {};
}
