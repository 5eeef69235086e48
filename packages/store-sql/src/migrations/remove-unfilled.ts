import { quoteName } from "../fragments/quote-name.ts";
import type { SqlConnection } from "../store/sql-connection.ts";
import type { SqlStoreDialect } from "../store/sql-store-dialect.ts";
import type { TableLayout } from "../tables/table-layout.ts";
import { changeLayout } from "./catalogue.ts";
import { noteLeftover, removeLeftovers } from "./leftovers.ts";
import { unfilledColumns } from "./unfilled-columns.ts";

/** Removes the columns that rows cannot be given values in, and the indexes on them. */
export async function removeUnfilled<Connection extends SqlConnection>(
  connection: Connection,
  layout: TableLayout,
  dialect: SqlStoreDialect<Connection>,
): Promise<void> {
  const unfilled = unfilledColumns(layout);
  if (unfilled.length === 0) return;
  const columns = layout.columns.filter((column) => !unfilled.includes(column));
  await changeLayout(connection, { ...layout, columns }, layout.table.name, dialect);
  const names = unfilled.map(({ name }) => name);
  const steps = dialect.altersInSteps;
  if (steps !== undefined) {
    for (const column of names) await noteLeftover(connection, { table: layout.name, column }, dialect);
    return removeLeftovers(connection, steps, dialect);
  }
  for (const name of names)
    await connection.exec(`alter table ${quoteName(layout.name)} drop column ${quoteName(name)}`);
  const indexes = await dialect.readIndexes(connection, layout);
  const left = indexes.filter((index) => !index.columns.some((column) => names.includes(column)));
  await dialect.writeIndexes?.(connection, layout.table.name, left);
}
