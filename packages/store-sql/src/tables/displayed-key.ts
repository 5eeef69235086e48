import type { Value } from "@tablewright/core/storage";
import type { StoredForm } from "../compile/sql-table.ts";
import { writeSqlValue } from "../values/sql-value.ts";

/** A key as errors show it. Dates and times that have become values by then are shown as they were read. */
export function displayedKey(values: readonly Value[], forms: readonly StoredForm[]): string {
  const parts = values.map((value, part) => {
    const form = forms[part] ?? "text";
    return typeof value === "number" && MOMENTS.has(form) ? writeSqlValue(value, form) : value;
  });
  return JSON.stringify(parts.join(": "));
}

const MOMENTS: ReadonlySet<StoredForm> = new Set(["date", "time", "datetime"]);
