import { putUnreadable, UnreadableValue, type Value } from "@tablewright/core/storage";
import type { StoredForm } from "../compile/sql-table.ts";
import { readSqlValue, type SqlValue } from "../values/sql-value.ts";
import { displayedKey } from "./displayed-key.ts";
import { columnsAsStored, type TableLayout } from "./table-layout.ts";

/**
 * Makes a row of what was read: turns its columns, in place, from what the database keeps into values. What stands
 * after the columns is left as it is. A cell that holds what another program has put there throws an `UnreadableValue` when
 * it is read.
 */
export function rowDecoder(layout: TableLayout): (read: SqlValue[]) => Value[] {
  const columns = columnsAsStored(layout);
  const placesOf = (...forms: readonly StoredForm[]) =>
    columns.flatMap(({ form }, at) => (forms.includes(form) ? [at] : []));
  const whole = placesOf("integer", "duration");
  const real = placesOf("real");
  const decoded = placesOf("boolean", "date", "time", "datetime", "json").map(
    (at) => [at, columns[at]?.form as StoredForm] as const,
  );
  const { table } = layout;
  const keyForms = table.key.map((part) => columns[part]?.form ?? "text");
  return (read) => {
    const row: Value[] = read;
    const wrong: number[] = [];
    for (const at of whole) if (row[at] !== null && !Number.isSafeInteger(row[at])) wrong.push(at);
    for (const at of real) {
      if (typeof row[at] === "string") row[at] = readSqlValue(row[at] as SqlValue, "real");
      if (typeof row[at] === "string") wrong.push(at);
    }
    for (const [at, form] of decoded) {
      try {
        row[at] = readSqlValue(row[at] as SqlValue, form, table.columns[at]?.objects);
      } catch {
        wrong.push(at);
      }
    }
    if (wrong.length === 0) return row;
    const key = displayedKey(
      table.key.map((part) => read[part] ?? null),
      keyForms,
    );
    for (const at of wrong) {
      const [column, value] = [columns[at]?.column ?? "", JSON.stringify(read[at]).slice(0, MOST_SHOWN)];
      putUnreadable(row, at, new UnreadableValue({ table: table.name, column, key, value }));
    }
    return row;
  };
}

/** Characters of a value that an error shows. */
const MOST_SHOWN = 60;
