import {
  ALL_NUMBERINGS,
  numberingFrom,
  outboxStatements,
  quoteName,
  type RowNumbering,
  runHistoryStatements,
  type TableLayout,
} from "@tablewright/store-sql";
import type { Connection } from "./connection.ts";
import { GUARDS } from "./guard-rows.ts";
import { COMMENT, journalDialect } from "./journal-dialect.ts";
import { MysqlError } from "./mysql-error.ts";

/** Each statement reads what is committed by then: what a transaction reads is guarded before, so nobody changes it. */
const BEGIN = "set transaction isolation level read committed; start transaction";

/** Begins a transaction beside others, though not beside one that is alone. */
export const BEGIN_BESIDE = `${BEGIN}; select version from tablewright_store lock in share mode`;

/** Begins a transaction that has the database for itself among all that write to it through the same server. */
export const LOCK = `${BEGIN}; select version from tablewright_store for update`;

/** The same among all that write to the database; what is read after it is what those before have committed. */
export function beginAlone(isCluster: boolean): string {
  const touch = isCluster ? "update tablewright_guards set touched = touched + 1; " : "";
  return `${LOCK}; ${touch}${ALL_NUMBERINGS}`;
}

/** The numbering of a table as it is now. */
export async function readNumbering(
  connection: Connection,
  { table: { name } }: TableLayout,
  isChanging: boolean,
): Promise<RowNumbering> {
  const kept = await connection.get(
    `select row_numbers, highest, gaps from tablewright_tables where name = ?${isChanging ? " for update" : ""}`,
    [name],
  );
  return numberingFrom(name, kept);
}

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
  const guards = await connection.all(`${TABLES} and table_name = 'tablewright_guards'`);
  if (version === VERSION && guards.length > 0) return;
  const text = journalDialect.typeOf("text");
  const { tableEnding } = journalDialect;
  const statements = [
    `create table if not exists tablewright_store (id integer primary key, version integer not null) ${tableEnding}`,
    `create table if not exists tablewright_tables (name varchar(700) primary key, stored_as ${text} not null,
      columns ${text} not null, row_numbers ${text} not null, highest bigint not null, gaps ${text} not null) ${tableEnding}`,
    `create table if not exists tablewright_guards (guard integer primary key, touched bigint not null) ${tableEnding}`,
    ...outboxStatements(journalDialect).create,
    ...runHistoryStatements(journalDialect).create,
  ];
  for (const statement of statements) await connection.exec(statement);
  const all = Array.from({ length: GUARDS }, (_, at) => `(${at}, 0)`).join(", ");
  await connection.run(`insert into tablewright_guards values ${all} on duplicate key update guard = guard`);
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
