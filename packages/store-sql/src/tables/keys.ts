import type { Key, Value } from "@tablewright/core/storage";
import type { StoredForm } from "../compile/sql-table.ts";
import { type SqlValue, writeSqlValue } from "../values/sql-value.ts";

/**
 * A key as the columns of these forms keep it; undefined when no row can have it: a text with NUL or a lone surrogate, a
 * date outside the calendar, a number that is not whole in a column of whole numbers.
 */
export function lookupKey(key: Key, forms: readonly StoredForm[]): SqlValue[] | undefined {
  const values: SqlValue[] = [];
  for (const [part, form] of forms.entries()) {
    const value = lookupPart(key[part] ?? null, form);
    if (value === undefined) return undefined;
    values.push(value);
  }
  return values;
}

function lookupPart(value: Value, form: StoredForm): SqlValue | undefined {
  if (value === null) return null;
  if (typeof value !== TYPES[form] && form !== "json") return undefined;
  try {
    const stored = writeSqlValue(value, form);
    const isWhole = form !== "integer" && form !== "duration" ? true : Number.isSafeInteger(stored);
    return isWhole ? stored : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** What the values of a form are at run time. */
const TYPES: Readonly<Record<StoredForm, "string" | "number" | "boolean" | "object">> = {
  text: "string",
  integer: "number",
  real: "number",
  boolean: "boolean",
  date: "number",
  time: "number",
  datetime: "number",
  duration: "number",
  json: "object",
};

/** A key as errors show it. Dates and times that have become values by then are shown as they were read. */
export function displayedKey(values: readonly Value[], forms: readonly StoredForm[]): string {
  const parts = values.map((value, part) => {
    const form = forms[part] ?? "text";
    return typeof value === "number" && MOMENTS.has(form) ? writeSqlValue(value, form) : value;
  });
  return JSON.stringify(parts.join(": "));
}

const MOMENTS: ReadonlySet<StoredForm> = new Set(["date", "time", "datetime"]);
