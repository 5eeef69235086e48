import type { Family, Value } from "@tablewright/core/storage";
import { nativeFunctions } from "../compile/native-functions.ts";
import type { StoredForm } from "../compile/sql-table.ts";
import { type SqlValue, writeSqlValue } from "../values/sql-value.ts";

/** A value as it compares with what the column keeps; undefined when no row can have it. */
export function lookupValue(value: Value, family: Family, form: StoredForm): SqlValue | undefined {
  if (value === null) return null;
  try {
    if (family === "text") return writeSqlValue(nativeFunctions.fold(String(value)), "text");
    const stored = writeSqlValue(
      family === "number" ? nativeFunctions.canonical(Number(value)) : value,
      form,
    );
    return form === "integer" && !Number.isSafeInteger(stored) ? undefined : stored;
  } catch {
    return undefined;
  }
}
