import { UnreadableValue, type Value } from "@tablewright/core/storage";
import type { StoredForm } from "../compile/sql-table.ts";
import { readSqlValue, type SqlValue, writeSqlValue } from "../values/sql-value.ts";
import { columnsAsStored, type LaidOutColumn, type TableLayout } from "./table-layout.ts";

/**
 * Makes a row of what was read: turns its columns, in place, from what the database keeps into values. What stands
 * behind the columns is left as it is. Throws an `UnreadableValue` for what another program has put there.
 */
export function rowDecoder(layout: TableLayout): (read: SqlValue[]) => Value[] {
  const columns = columnsAsStored(layout);
  const decoded = columns.map(({ form }, at) => ({ form, at })).filter(({ form }) => form !== "text");
  return (read) => {
    const row: Value[] = read;
    let place = 0;
    try {
      for (const { form, at } of decoded) {
        place = at;
        row[at] = readCell(row[at] as SqlValue, form);
      }
    } catch {
      throw unreadable(layout, columns, read, place);
    }
    return row;
  };
}

function readCell(read: SqlValue, form: StoredForm): Value {
  if (form === "real" || form === "integer" || form === "duration") {
    const isNumber = form === "real" ? Number.isFinite(read) : Number.isSafeInteger(read);
    if (isNumber || read === null) return read;
    throw new RangeError(`${read} is no number of ours.`);
  }
  return readSqlValue(read, form);
}

/** Parts of the key that have become values by then are shown as they were read. */
function unreadable(
  { table }: TableLayout,
  columns: readonly LaidOutColumn[],
  read: readonly SqlValue[],
  at: number,
): UnreadableValue {
  const key = table.key.map((part) => {
    const form = columns[part]?.form ?? "text";
    return part < at ? writeSqlValue(read[part] as Value, form) : read[part];
  });
  return new UnreadableValue({
    table: table.name,
    column: columns[at]?.column ?? "",
    key: JSON.stringify(key.join(": ")),
    value: JSON.stringify(read[at]).slice(0, MOST_SHOWN),
  });
}

/** Characters of a value that an error shows. */
const MOST_SHOWN = 60;
