import { ALL_NUMBERINGS, outboxStatements, quoteName, runHistoryStatements } from "@tablewright/store-sql";
import type { Connection } from "./connection.ts";
import { COMMENT, journalDialect } from "./journal-dialect.ts";
import { MysqlError } from "./mysql-error.ts";

/** Locks the one row of `tablewright_store`, by which all processes that write to the database take turns. */
export const LOCK = "start transaction; select version from tablewright_store for update";

/** What is read after it is what the writer before has committed. */
export const BEGIN_WRITING = `${LOCK}; ${ALL_NUMBERINGS}`;

/**
 * Makes the tables in which the database says of itself what it holds. Each statement does nothing where it was done before,
 * by another process or by one that was interrupted; the version comes last.
 */
export async function prepareCatalogue(connection: Connection, place: string): Promise<void> {
  const tables = await connection.all(`${TABLES} and table_name = 'tablewright_store'`);
  const [version] =
    tables.length === 0 ? [] : ((await connection.get("select version from tablewright_store")) ?? []);
  if (version !== undefined && version !== VERSION)
    throw new MysqlError(`${place} was made by another version of Tablewright.`);
  if (version === VERSION) return;
  const text = journalDialect.typeOf("text");
  const { tableEnding } = journalDialect;
  const statements = [
    `create table if not exists tablewright_store (id integer primary key, version integer not null) ${tableEnding}`,
    `create table if not exists tablewright_tables (name varchar(700) primary key, stored_as ${text} not null,
      columns ${text} not null, row_numbers ${text} not null, highest bigint not null, gaps ${text} not null) ${tableEnding}`,
    ...outboxStatements(journalDialect).create,
    ...runHistoryStatements(journalDialect).create,
  ];
  for (const statement of statements) await connection.exec(statement);
  await connection.run(
    `insert into tablewright_store values (1, ${VERSION}) on duplicate key update id = id`,
  );
}

/** The names in use for tables and indexes. */
export async function namesInUse(connection: Connection): Promise<Set<string>> {
  const indexes = "select index_name from information_schema.statistics where table_schema = database()";
  return new Set((await connection.all(`${TABLES} union ${indexes}`)).map(([name]) => String(name)));
}

/** Drops empty tables of ours that no row of the catalogue names: their making was interrupted. */
export async function dropUnfinished(connection: Connection): Promise<void> {
  const named = await connection.all("select stored_as from tablewright_tables");
  const known = new Set(named.map(([name]) => String(name).toLowerCase()));
  for (const [name] of await connection.all(`${TABLES} and table_comment = '${COMMENT}'`)) {
    const table = quoteName(String(name));
    if (known.has(String(name).toLowerCase())) continue;
    if ((await connection.get(`select 1 from ${table} limit 1`)) === undefined)
      await connection.exec(`drop table ${table}`);
  }
}

const TABLES = "select table_name from information_schema.tables where table_schema = database()";

const VERSION = 1;
