import { UnreadableValue, type Value } from "@tablewright/core/storage";
import type { StoredForm } from "../compile/sql-table.ts";
import { readSqlValue, type SqlValue } from "../values/sql-value.ts";
import { shownKey } from "./shown-key.ts";
import { columnsAsStored, type LaidOutColumn, type TableLayout } from "./table-layout.ts";

/**
 * Makes a row of what was read: turns its columns, in place, from what the database keeps into values. What stands
 * behind the columns is left as it is. Throws an `UnreadableValue` for what another program has put there.
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
  return (read) => {
    const row: Value[] = read;
    for (const at of whole)
      if (row[at] !== null && !Number.isSafeInteger(row[at])) throw unreadable(layout, columns, read, at);
    for (const at of real) if (typeof row[at] === "string") throw unreadable(layout, columns, read, at);
    let place = 0;
    try {
      for (const [at, form] of decoded) {
        place = at;
        row[at] = readSqlValue(row[at] as SqlValue, form);
      }
    } catch {
      throw unreadable(layout, columns, read, place);
    }
    return row;
  };
}

function unreadable(
  { table }: TableLayout,
  columns: readonly LaidOutColumn[],
  read: readonly SqlValue[],
  at: number,
): UnreadableValue {
  return new UnreadableValue({
    table: table.name,
    column: columns[at]?.column ?? "",
    key: shownKey(
      table.key.map((part) => read[part] ?? null),
      table.key.map((part) => columns[part]?.form ?? "text"),
    ),
    value: JSON.stringify(read[at]).slice(0, MOST_SHOWN),
  });
}

/** Characters of a value that an error shows. */
const MOST_SHOWN = 60;
