import type { StoredColumn, StoredTable } from "@tablewright/core/storage";
import {
  columnsAsStored,
  freeName,
  type LaidOutColumn,
  otherForm,
  quoteName,
  SLOT,
  sharedKey,
  type TableLayout,
  type TablePlan,
  valueFormOf,
} from "@tablewright/store-sql";
import { readLayout, readNumbering } from "./catalogue.ts";
import type { Connection } from "./connection.ts";
import { type IndexChanges, planIndexes } from "./plan-indexes.ts";

/** Compares a table with what the file has, by reading alone. Columns are told by their names. */
export function planTable(connection: Connection, table: StoredTable): TablePlan<IndexChanges> {
  const old = readLayout(connection, table);
  const base = old ?? newLayout(connection, table);
  const columns = [...base.columns];
  const refusals: string[] = [];
  for (const column of table.columns) {
    const known = columns.find((one) => one.column === column.name);
    if (known === undefined) columns.push(layOut(column, columns));
    else if (known.form !== valueFormOf(column)) refusals.push(otherForm(table, column, known, "a new file"));
  }
  const layout: TableLayout = { ...base, columns };
  const added = columns.slice(base.columns.length);
  const indexes = planIndexes(connection, layout);
  if (old !== undefined && indexes.key !== undefined)
    for (const refusal of sameKeys(connection, layout, new Set(added))) refusals.push(refusal);
  return {
    layout,
    isNew: old === undefined,
    added,
    indexes,
    renumbers: old !== undefined && readNumbering(connection, table.name).kind !== table.rowNumbers,
    refusals,
  };
}

function newLayout(connection: Connection, table: StoredTable): TableLayout {
  const taken = connection.all("select name from sqlite_schema").map(([name]) => String(name));
  return { table, name: freeName(table.name, taken), columns: [] };
}

function layOut(column: StoredColumn, others: readonly LaidOutColumn[]): LaidOutColumn {
  const name = freeName(column.name, [SLOT, ...others.map((other) => other.name)]);
  return { column: column.name, name, form: valueFormOf(column) };
}

/** A key that two rows have; a column that is still to be added is blank in all of them. */
function sameKeys(
  connection: Connection,
  layout: TableLayout,
  added: ReadonlySet<LaidOutColumn>,
): readonly string[] {
  const columns = columnsAsStored(layout);
  const parts = layout.table.key.map((at) => columns[at] as LaidOutColumn);
  const list = parts.map((part) => (added.has(part) ? "null" : quoteName(part.name))).join(", ");
  const same = connection.get(
    `select ${list} from ${quoteName(layout.name)} group by ${list} having count(*) > 1`,
  );
  if (same === undefined) return [];
  return [sharedKey(layout, parts, same)];
}
