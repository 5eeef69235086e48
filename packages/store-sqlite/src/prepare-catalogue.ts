import { outboxStatements, runHistoryStatements } from "@tablewright/store-sql";
import type { Connection } from "./connection.ts";
import { sqliteDialect } from "./sqlite-dialect.ts";

/** Makes the tables in which a file says what it holds. Throws when it is none of ours, or cannot be written. */
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
  const journals = [outboxStatements(sqliteDialect), runHistoryStatements(sqliteDialect)];
  for (const { create } of journals) for (const statement of create) connection.exec(statement);
}

/** On a file that may not be written SQLite lets transactions begin; only a statement that writes fails. */
function refuseReadOnly(connection: Connection): void {
  connection.run("delete from tablewright_tables where false");
}

const VERSION = 1;
