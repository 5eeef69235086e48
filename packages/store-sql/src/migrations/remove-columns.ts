import { changeLayout } from "../catalogue/catalogue.ts";
import { unfilledColumns } from "../catalogue/filling-marks.ts";
import { quoteName } from "../fragments/sql-fragment.ts";
import type { SqlConnection } from "../store/sql-connection.ts";
import type { SqlStoreDialect } from "../store/sql-store-dialect.ts";
import type { TableLayout } from "../tables/table-layout.ts";
import { noteLeftover, removeLeftovers } from "./leftovers.ts";

/** Removes the columns that were added and that rows cannot be given values in, and the indexes on them; returns the table without them. */
export async function removeUnfilled<Connection extends SqlConnection>(
  connection: Connection,
  layout: TableLayout,
  dialect: SqlStoreDialect<Connection>,
): Promise<TableLayout> {
  const unfilled = unfilledColumns(layout).filter(({ fills }) => !fills);
  if (unfilled.length === 0) return layout;
  const columns = layout.columns.filter((column) => !unfilled.includes(column));
  const left = { ...layout, columns };
  await changeLayout(connection, left, layout.table.name, dialect);
  const names = unfilled.map(({ name }) => name);
  await removeColumns(connection, layout.name, names, dialect);
  if (dialect.altersInSteps !== undefined) return left;
  const indexes = await dialect.readIndexes(connection, layout);
  const others = indexes.filter((index) => !index.columns.some((column) => names.includes(column)));
  await dialect.writeIndexes?.(connection, layout.table.name, others);
  return left;
}

/** Removes columns that the catalogue names no longer, by their names in the database. */
export async function removeColumns<Connection extends SqlConnection>(
  connection: Connection,
  table: string,
  columns: readonly string[],
  dialect: SqlStoreDialect<Connection>,
): Promise<void> {
  const steps = dialect.altersInSteps;
  if (steps === undefined) {
    for (const column of columns)
      await connection.exec(`alter table ${quoteName(table)} drop column ${quoteName(column)}`);
    return;
  }
  for (const column of columns) await noteLeftover(connection, { table, column }, dialect);
  await removeLeftovers(connection, steps, dialect);
}
