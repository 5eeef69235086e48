import { catalogueTable, laterChangesTables } from "@tablewright/store-sql";
import type { SqliteConnection } from "./connection.ts";
import { sqliteDialect } from "./sqlite-dialect.ts";

/** Whose file it is: ours, or one of another program, besides whose tables we keep some of our own. */
export type FileOwner = "ours" | "theirs";

/** Whether the file has tables of ours. Throws for those of another version; changes nothing. */
export function hasSqliteCatalogue(connection: SqliteConnection, file: string): boolean {
  const names = connection.all("select name from sqlite_schema").map(([name]) => String(name));
  if (!names.includes("tablewright_tables")) return false;
  const isJoint = names.includes("tablewright_store");
  const version = connection.get(isJoint ? "select version from tablewright_store" : "pragma user_version");
  refuseOther(version?.[0], file);
  return true;
}

/**
 * Makes the tables in which a file says what it holds. Throws when another version has made them, or the file cannot be
 * written. A file of another program gets them when a table of its own is to be used, and nothing else of it is changed.
 */
export function prepareSqliteCatalogue(connection: SqliteConnection, file: string): FileOwner {
  const names = connection.all("select name from sqlite_schema").map(([name]) => String(name));
  if (names.includes("tablewright_store")) {
    const [version] = connection.get("select version from tablewright_store") ?? [];
    refuseOther(version, file);
    refuseReadOnly(connection);
    createJournals(connection);
    return "theirs";
  }
  if (names.includes("tablewright_tables")) {
    refuseOther(connection.get("pragma user_version")?.[0], file);
    refuseReadOnly(connection);
  } else {
    if (names.length > 0) return "theirs";
    connection.exec(`${CATALOGUE}; pragma user_version = ${VERSION}`);
  }
  createJournals(connection);
  return "ours";
}

/** Makes the same tables in a file of another program. */
export function joinFile(connection: SqliteConnection): void {
  if (isJoined(connection)) return;
  connection.exec(
    `create table tablewright_store (version integer not null) strict;
    insert into tablewright_store values (${VERSION}); ${CATALOGUE}`,
  );
  createJournals(connection);
}

/** Whether a file of another program has our tables already. */
function isJoined(connection: SqliteConnection): boolean {
  return connection.get("select 1 from sqlite_schema where name = 'tablewright_store'") !== undefined;
}

function createJournals(connection: SqliteConnection): void {
  for (const statement of laterChangesTables(sqliteDialect)) connection.exec(statement);
}

function refuseOther(version: unknown, file: string): void {
  if (version !== VERSION) throw new Error(`"${file}" was made by another version of Tablewright.`);
}

/** On a file that may not be written SQLite lets transactions begin; only a statement that writes fails. */
function refuseReadOnly(connection: SqliteConnection): void {
  connection.run("delete from tablewright_tables where false");
}

const CATALOGUE = catalogueTable(sqliteDialect);

const VERSION = 1;
