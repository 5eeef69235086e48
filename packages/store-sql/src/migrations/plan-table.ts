import type { StoredColumn, StoredTable } from "@tablewright/core/storage";
import { quoteName } from "../fragments/quote-name.ts";
import type { SqlConnection } from "../store/sql-connection.ts";
import type { SqlStoreDialect } from "../store/sql-store-dialect.ts";
import { freeName } from "../tables/free-name.ts";
import { columnsAsStored, type LaidOutColumn, SLOT, type TableLayout } from "../tables/table-layout.ts";
import { valueFormOf } from "../tables/value-form-of.ts";
import { readLayout, readNumbering } from "./catalogue.ts";
import { planIndexes } from "./plan-indexes.ts";
import { otherForm, sharedKey, type TablePlan } from "./table-plan.ts";

/**
 * Compares a table with what the database has, by reading alone. Columns are told by their names. `names` are those in use
 * in the database, and that of a new table is added to them.
 */
export async function planTable<Connection extends SqlConnection>(
  connection: Connection,
  table: StoredTable,
  names: Set<string>,
  dialect: SqlStoreDialect<Connection>,
): Promise<TablePlan> {
  const old = await readLayout(connection, table, dialect);
  const name = old?.name ?? freeName(table.name, names, dialect.longestName, dialect.fitName);
  names.add(name);
  const columns = [...(old?.columns ?? [])];
  const refusals: string[] = [];
  for (const column of table.columns) {
    const known = columns.find((one) => one.column === column.name);
    if (known === undefined) columns.push(layOut(column, columns, dialect));
    else if (known.form !== valueFormOf(column))
      refusals.push(otherForm(table, column, known, `a new ${dialect.place}`));
  }
  const layout: TableLayout = { table, name, columns };
  const added = columns.slice(old?.columns.length ?? 0);
  const isNew = old === undefined;
  const indexes = await planIndexes(connection, layout, isNew, names, dialect);
  if (!isNew && indexes.key !== undefined)
    for (const refusal of await sameKeys(connection, layout, new Set(added))) refusals.push(refusal);
  const renumbers =
    !isNew && (await readNumbering(connection, table.name, dialect)).kind !== table.rowNumbers;
  return { layout, isNew, added, indexes, renumbers, refusals };
}

function layOut(
  column: StoredColumn,
  others: readonly LaidOutColumn[],
  { systemColumns, longestName, fitName }: Pick<SqlStoreDialect, "systemColumns" | "longestName" | "fitName">,
): LaidOutColumn {
  const taken = [SLOT, ...systemColumns, ...others.map(({ name }) => name)];
  return {
    column: column.name,
    name: freeName(column.name, taken, longestName, fitName),
    form: valueFormOf(column),
  };
}

/** A key that two rows have; a column that is still to be added is blank in all of them. */
async function sameKeys(
  connection: SqlConnection,
  layout: TableLayout,
  added: ReadonlySet<LaidOutColumn>,
): Promise<readonly string[]> {
  const columns = columnsAsStored(layout);
  const parts = layout.table.key.map((at) => columns[at] as LaidOutColumn);
  const existing = parts.filter((part) => !added.has(part)).map((part) => quoteName(part.name));
  const list = ["count(*)", ...existing].join(", ");
  const grouping = existing.length === 0 ? "" : ` group by ${existing.join(", ")}`;
  const same = await connection.get(
    `select ${list} from ${quoteName(layout.name)}${grouping} having count(*) > 1 limit 1`,
  );
  if (same === undefined) return [];
  const values = same.slice(1).values();
  const key = parts.map((part) => (added.has(part) ? null : (values.next().value ?? null)));
  return [sharedKey(layout, parts, key)];
}
