import type { StoredTable } from "@tablewright/core/storage";
import { type LaidOutColumn, RowNumbering, type SqlValue, type TableLayout } from "@tablewright/store-sql";
import type { Connection } from "./connection.ts";
import { outbox, runHistory } from "./journals.ts";

/**
 * What the file says of its own tables, in the table `tablewright_tables`: how each is called there, how its columns
 * are called and written, and how its rows are numbered. One row for each table, changed in the same transactions.
 */
export function prepareCatalogue(connection: Connection, file: string): void {
  const names = connection.all("select name from sqlite_schema").map(([name]) => name);
  const [version] = connection.get("pragma user_version") ?? [];
  if (names.includes("tablewright_tables")) {
    if (version !== VERSION) throw new Error(`"${file}" was made by another version of Tablewright.`);
    refuseReadOnly(connection);
  } else {
    if (names.length > 0)
      throw new Error(`"${file}" holds tables of another program; name a file of its own.`);
    connection.exec(
      `create table tablewright_tables (name text primary key, stored_as text not null, columns text not null,
        row_numbers text not null, highest integer not null, gaps text not null) strict;
      pragma user_version = ${VERSION}`,
    );
  }
  for (const statement of [...outbox.create, ...runHistory.create]) connection.exec(statement);
}

/** On a file that may not be written SQLite lets transactions begin; only a statement that writes fails. */
function refuseReadOnly(connection: Connection): void {
  connection.run("delete from tablewright_tables where false");
}

/** The layout of a table as the file has it; undefined when it has no such table. */
export function readLayout(connection: Connection, table: StoredTable): TableLayout | undefined {
  const read = connection.get("select stored_as, columns from tablewright_tables where name = ?", [
    table.name,
  ]);
  if (read === undefined) return undefined;
  return { table, name: String(read[0]), columns: JSON.parse(String(read[1])) as LaidOutColumn[] };
}

/** Every table the file has, named by a definition or not any more. */
export function readLayouts(connection: Connection): readonly FoundTable[] {
  return connection
    .all("select name, stored_as, columns from tablewright_tables order by rowid")
    .map(([table, name, columns]) => ({
      table: String(table),
      name: String(name),
      columns: JSON.parse(String(columns)) as LaidOutColumn[],
    }));
}

export interface FoundTable extends Pick<TableLayout, "name" | "columns"> {
  /** Its name in the definition that brought it. */
  readonly table: string;
}

/** Puts a layout in the place of the one the file has; a new table has no rows yet. */
export function writeLayout(connection: Connection, { table, name, columns }: TableLayout): void {
  connection.run(
    `insert into tablewright_tables values (?, ?, ?, ?, 0, '[]')
      on conflict (name) do update set columns = excluded.columns`,
    [table.name, name, JSON.stringify(columns), table.rowNumbers],
  );
}

export function readNumbering(connection: Connection, table: string): RowNumbering {
  const read = connection.get("select row_numbers, highest, gaps from tablewright_tables where name = ?", [
    table,
  ]);
  if (read === undefined) throw new Error(`The file has no longer a table "${table}".`);
  return numberingFrom(read);
}

/** Of what the file keeps about it. */
export function numberingFrom([kind, highest, gaps]: readonly SqlValue[]): RowNumbering {
  return new RowNumbering(
    kind as RowNumbering["kind"],
    Number(highest),
    JSON.parse(String(gaps)) as number[],
  );
}

export function writeNumbering(connection: Connection, table: string, numbering: RowNumbering): void {
  const { kind, highest, gaps } = numbering;
  connection.run("update tablewright_tables set row_numbers = ?, highest = ?, gaps = ? where name = ?", [
    kind,
    highest,
    JSON.stringify(gaps),
    table,
  ]);
}

const VERSION = 1;
