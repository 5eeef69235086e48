import type { CatalogueDialect } from "../catalogue/catalogue.ts";
import { quoteName } from "../fragments/sql-fragment.ts";
import type { Awaitable, SqlConnection } from "../store/sql-connection.ts";

/**
 * What is to be removed from a database, by its names: a column of a table, or without one the whole table. It is noted in
 * `tablewright_leftovers` where each statement that alters a table is committed by itself: before something is added that
 * may come to nothing, and with the change of the catalogue by which something is of no use any more.
 */
export interface Leftover {
  readonly table: string;
  readonly column?: string;
}

/** What a database does in its own way where it alters tables in steps. */
export interface AlteringInSteps<Connection extends SqlConnection> {
  /** Removes a column with all that depends on it; does nothing where it is gone. */
  dropColumn(connection: Connection, table: string, column: string): Awaitable<unknown>;
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
