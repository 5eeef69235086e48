import { type CatalogueDialect, changeLayout } from "../catalogue/catalogue.ts";
import { unfilledColumns } from "../catalogue/filling-marks.ts";
import { quoteName } from "../fragments/sql-fragment.ts";
import type { Awaitable, SqlConnection } from "../store/sql-connection.ts";
import type { AlteringInSteps, SqlStoreDialect } from "../store/sql-store-dialect.ts";
import type { TableLayout } from "../tables/table-layout.ts";

/**
 * What is to be removed from a database, by its names: a column of a table, or without one the whole table. It is noted in
 * `tablewright_leftovers` where each statement that alters a table is committed by itself: before something is added that
 * may come to nothing, and with the change of the catalogue by which something is of no use any more.
 */
export interface Leftover {
  readonly table: string;
  readonly column?: string;
}

/** Takes note, as part of the transaction. */
export function noteLeftover(
  connection: SqlConnection,
  { table, column = "" }: Leftover,
  { placeholder }: CatalogueDialect,
): Awaitable<unknown> {
  return connection.run(
    `insert into tablewright_leftovers (stored_as, column_name) values (${placeholder(1)}, ${placeholder(2)})`,
    [table, column],
  );
}

/** Takes the note back, as part of the transaction. */
export function forgetLeftover(
  connection: SqlConnection,
  { table, column = "" }: Leftover,
  { placeholder }: CatalogueDialect,
): Awaitable<unknown> {
  return connection.run(
    `delete from tablewright_leftovers where stored_as = ${placeholder(1)} and column_name = ${placeholder(2)}`,
    [table, column],
  );
}

export async function readLeftovers(connection: SqlConnection): Promise<readonly Leftover[]> {
  const read = await connection.all("select stored_as, column_name from tablewright_leftovers order by id");
  return read.map(([table, column]) =>
    column === "" ? { table: String(table) } : { table: String(table), column: String(column) },
  );
}

/** Removes all that is noted, and commits that with what was changed before. */
export async function removeLeftovers<Connection extends SqlConnection>(
  connection: Connection,
  steps: AlteringInSteps<Connection>,
  dialect: CatalogueDialect,
): Promise<void> {
  const leftovers = await readLeftovers(connection);
  for (const leftover of leftovers) {
    const { table, column } = leftover;
    if (column === undefined) await connection.exec(`drop table if exists ${quoteName(table)}`);
    else await steps.dropColumn(connection, table, column);
    await forgetLeftover(connection, leftover, dialect);
  }
  if (leftovers.length > 0) await connection.exec("commit");
}

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
