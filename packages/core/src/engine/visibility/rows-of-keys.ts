import type { CheckedExpression } from "../../expression/parts.ts";
import type { TableDefinition } from "../../schema/index.ts";
import { findAll, type Key, type Row, type RowReader, readIfReadable } from "../../storage/index.ts";
import type { Call } from "../calls/call.ts";
import { readsOtherTables } from "./askable-part.ts";
import { filterRows } from "./filter-rows.ts";

/**
 * The rows of keys that exist for the caller. A filter that reads other tables is work that can be told from none, so it is
 * tried for a key without a row as well: on a row of the table that is given that key.
 */
export async function rowsOfKeys(
  call: Call,
  stored: RowReader,
  table: TableDefinition,
  keys: readonly Key[],
  filter: CheckedExpression,
): Promise<readonly (Row | undefined)[]> {
  const rows = await stored.getByKeys(table.name, keys);
  if (!readsOtherTables(filter)) return filterRows(call, stored, filter, rows);
  const some = await someRow(call, stored, table);
  const tried = rows.map((row, at) => row ?? withKey(some, table, keys[at] as Key));
  const visible = await filterRows(call, stored, filter, tried);
  return visible.map((row, at) => (rows[at] === undefined ? undefined : row));
}

/** A row to try the filter on, blank where the table has none that can be read. */
async function someRow(
  { filtering }: Call,
  stored: RowReader,
  { name, scope }: TableDefinition,
): Promise<Row> {
  const { rows } = await findAll(stored, {
    table: name,
    conditions: [],
    order: [],
    limit: 1,
    context: filtering,
  });
  const [row] = rows;
  const copy = row === undefined ? undefined : readIfReadable(() => [...row]);
  return copy ?? Array.from({ length: scope.rowNumberIndex + 1 }, () => null);
}

function withKey(row: Row, { key }: TableDefinition, values: Key): Row {
  const copy = [...row];
  for (const [at, { index }] of key.entries()) copy[index] = values[at] ?? null;
  return copy;
}
