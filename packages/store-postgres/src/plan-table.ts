import type { StoredColumn, StoredTable } from "@tablewright/core/storage";
import {
  columnsAsStored,
  freeName,
  type LaidOutColumn,
  otherForm,
  quoteName,
  SLOT,
  type SqlDialect,
  sharedKey,
  type TableLayout,
  type TablePlan,
  valueFormOf,
} from "@tablewright/store-sql";
import { readLayout, readNumbering } from "./catalogue.ts";
import type { Connection } from "./connection.ts";
import { LONGEST_NAME } from "./longest-name.ts";
import { type IndexChanges, planIndexes } from "./plan-indexes.ts";

/**
 * Compares a table with what the database has, by reading alone. Columns are told by their names. `names` are those in use
 * in the database, and that of a new table is added to them.
 */
export async function planTable(
  connection: Connection,
  table: StoredTable,
  names: Set<string>,
  dialect: SqlDialect,
): Promise<TablePlan<IndexChanges>> {
  const old = await readLayout(connection, table);
  const name = old?.name ?? freeName(table.name, names, LONGEST_NAME);
  names.add(name);
  const columns = [...(old?.columns ?? [])];
  const refusals: string[] = [];
  for (const column of table.columns) {
    const known = columns.find((one) => one.column === column.name);
    if (known === undefined) columns.push(layOut(column, columns));
    else if (known.form !== valueFormOf(column))
      refusals.push(otherForm(table, column, known, "a new schema"));
  }
  const layout: TableLayout = { table, name, columns };
  const added = columns.slice(old?.columns.length ?? 0);
  const isNew = old === undefined;
  const indexes = await planIndexes(connection, layout, isNew, names, dialect);
  if (!isNew && indexes.key !== undefined)
    for (const refusal of await sameKeys(connection, layout, new Set(added))) refusals.push(refusal);
  const renumbers = !isNew && (await readNumbering(connection, table.name)).kind !== table.rowNumbers;
  return { layout, isNew, added, indexes, renumbers, refusals };
}

function layOut(column: StoredColumn, others: readonly LaidOutColumn[]): LaidOutColumn {
  const taken = [SLOT, ...SYSTEM_COLUMNS, ...others.map(({ name }) => name)];
  return {
    column: column.name,
    name: freeName(column.name, taken, LONGEST_NAME),
    form: valueFormOf(column),
  };
}

/** Columns that every table of PostgreSQL has of itself. */
const SYSTEM_COLUMNS = ["tableoid", "xmin", "cmin", "xmax", "cmax", "ctid", "oid"];

/** A key that two rows have; a column that is still to be added is blank in all of them. */
async function sameKeys(
  connection: Connection,
  layout: TableLayout,
  added: ReadonlySet<LaidOutColumn>,
): Promise<readonly string[]> {
  const columns = columnsAsStored(layout);
  const parts = layout.table.key.map((at) => columns[at] as LaidOutColumn);
  const there = parts.filter((part) => !added.has(part)).map((part) => quoteName(part.name));
  const same = await connection.get(
    there.length === 0
      ? `select from ${quoteName(layout.name)} having count(*) > 1`
      : `select ${there.join(", ")} from ${quoteName(layout.name)} group by ${there.join(", ")} having count(*) > 1 limit 1`,
  );
  if (same === undefined) return [];
  const values = same.values();
  const key = parts.map((part) => (added.has(part) ? null : (values.next().value ?? null)));
  return [sharedKey(layout, parts, key)];
}
