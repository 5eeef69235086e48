import type { Value } from "@tablewright/core/storage";
import { isReadAsIs, readSqlValue, type SqlValue } from "../values/sql-value.ts";
import { columnsAsStored, type TableLayout } from "./table-layout.ts";

/**
 * Makes a row of what was read: turns its columns, in place, from what the database keeps into values. What stands
 * behind the columns is left as it is.
 */
export function rowDecoder(layout: TableLayout): (read: SqlValue[]) => Value[] {
  const decoded = columnsAsStored(layout)
    .map(({ form }, at) => ({ form, at }))
    .filter(({ form }) => !isReadAsIs(form));
  return (read) => {
    const row: Value[] = read;
    for (const { form, at } of decoded) row[at] = readSqlValue(row[at] as SqlValue, form);
    return row;
  };
}
