import {
  LAST_MIGRATION,
  laterChangesTables,
  type OwnTableDialect,
  quoteName,
  type SqlValue,
  type StoredForm,
} from "@tablewright/store-sql";
import { GUARDS, TAKEN } from "./cluster-turns.ts";
import type { MysqlConnection } from "./connection.ts";
import type { TransactionStatements } from "./database.ts";
import { MysqlError } from "./mysql-error.ts";
import { COLLATION, LOCK_WAIT } from "./session.ts";

/** Each statement reads what is committed by then: what a transaction reads is guarded before, so no one changes it. */
const BEGIN = "set transaction isolation level read committed; start transaction";

const SHARED = "select version from tablewright_store lock in share mode";

/**
 * Begins a transaction that has the database for itself among all that write to it through the same server. The lock is waited for
 * as many milliseconds, in whole seconds.
 */
export function lockWithin(waitMs: number): string {
  const wait = `set innodb_lock_wait_timeout = ${Math.ceil(waitMs / 1_000)}`;
  return `${BEGIN}; ${wait}; select version from tablewright_store for update; ${LOCK_WAIT}`;
}

/**
 * Of a transaction that runs concurrently with others, but not with one that has locked the database.
 */
export const BESIDE: TransactionStatements = {
  begin: `${BEGIN}; ${SHARED}; select ${LAST_MIGRATION}`,
  commit: "commit",
  rollback: "rollback",
};

/** Of one that has locked it; what is read is what those before have committed. */
export function aloneWithin(waitMs: number): TransactionStatements {
  return { ...BESIDE, begin: `${lockWithin(waitMs)}; select ${LAST_MIGRATION}` };
}

/**
 * Of a concurrent transaction on a node of a cluster, which takes it back when another node is in its way. It may do so
 * while a statement is prepared, and not say so; what follows would be committed by itself. So nothing is, and the commit asks
 * for a mark that was made at the beginning.
 */
export const BESIDE_ON_A_CLUSTER: TransactionStatements = {
  begin: `${BEGIN}; set autocommit = 0; savepoint begun; ${SHARED}`,
  commit: "release savepoint begun; commit; set autocommit = 1",
  rollback: "rollback; set autocommit = 1",
};

/** The same, where a server that has a turn goes first. */
export const RESPECTFUL: TransactionStatements = {
  ...BESIDE_ON_A_CLUSTER,
  begin: `${BESIDE_ON_A_CLUSTER.begin}; ${TAKEN}`,
};

/**
 * Makes the tables in which the database says of itself what it holds. Each statement does nothing where it was done before,
 * by another process or by one that was interrupted; the version comes last.
 */
export async function prepareMysqlCatalogue(connection: MysqlConnection, place: string): Promise<void> {
  if (await isWhole(connection, place)) return;
  const text = mysqlOwnTables.typeOf("text");
  const { tableEnding } = mysqlOwnTables;
  const statements = [
    `create table if not exists tablewright_tables (name varchar(700) primary key, stored_as ${text} not null,
      columns ${text} not null, row_numbers ${text} not null, highest bigint not null, gaps ${text} not null) ${tableEnding}`,
    `create table if not exists tablewright_leftovers (id bigint auto_increment primary key,
      stored_as varchar(255) not null, column_name varchar(255) not null) ${tableEnding}`,
    ...laterChangesTables(mysqlOwnTables),
  ];
  for (const statement of statements) await connection.exec(statement);
  const guards = Array.from({ length: GUARDS }, (_, at) => `(${at}, 0)`).join(", ");
  await makeFilled(connection, [
    [
      "tablewright_turns",
      "id integer primary key, holder varchar(36) not null, until_at bigint not null",
      "(1, '', 0)",
    ],
    ["tablewright_guards", "guard integer primary key, touched bigint not null", guards],
    ["tablewright_store", "id integer primary key, version integer not null", `(1, ${VERSION})`],
  ]);
}

/**
 * Makes tables together with their first rows, in order. Each is filled under a name of its own and then renamed, so that
 * processes that start at once never insert the same row: nodes of a cluster may wait for one another for a minute there.
 */
async function makeFilled(
  connection: MysqlConnection,
  tables: readonly (readonly [name: string, columns: string, rows: string])[],
): Promise<void> {
  const own = crypto.randomUUID().replaceAll("-", "");
  for (const [name, columns, rows] of tables) {
    const filling = `tablewright_filling_${own}`;
    await connection.exec(`create table ${filling} (${columns}) ${mysqlOwnTables.tableEnding}`);
    await connection.run(`insert into ${filling} values ${rows}`);
    const [there] = await connection.all(`${TABLES} and table_name = '${name}'`);
    const isEmpty =
      there !== undefined && (await connection.get(`select 1 from ${name} limit 1`)) === undefined;
    if (isEmpty) await connection.exec(`drop table ${name}`);
    await connection.exec(`rename table ${filling} to ${name}`);
    await connection.exec(`drop table if exists ${filling}`);
  }
}

/**
 * Whether the database has all these tables; changes nothing. Throws where the user may not make what is missing: the server looks at that
 * when it prepares a statement.
 */
export async function tryCatalogue(connection: MysqlConnection, place: string): Promise<boolean> {
  if (await isWhole(connection, place)) return true;
  await connection.exec(
    "prepare tried from 'create table tablewright_store (id integer)'; deallocate prepare tried",
  );
  return false;
}

async function isWhole(connection: MysqlConnection, place: string): Promise<boolean> {
  const version = await versionOf(connection, place);
  const last = await connection.all(`${TABLES} and table_name = 'tablewright_refills'`);
  return version === VERSION && last.length > 0;
}

/** Whether the database has tables of ours that the user may read. Throws for those of another version; changes nothing. */
export async function hasMysqlCatalogue(connection: MysqlConnection, place: string): Promise<boolean> {
  return (await versionOf(connection, place)) !== undefined;
}

async function versionOf(connection: MysqlConnection, place: string): Promise<SqlValue | undefined> {
  const tables = await connection.all(`${TABLES} and table_name = 'tablewright_store'`);
  const [version] =
    tables.length === 0 ? [] : ((await connection.get("select version from tablewright_store")) ?? []);
  if (version !== undefined && version !== VERSION)
    throw new MysqlError(`${place} was made by another version of Tablewright.`);
  return version;
}

/** The names in use for tables and indexes. */
export async function mysqlNames(connection: MysqlConnection): Promise<Set<string>> {
  const indexes = "select index_name from information_schema.statistics where table_schema = database()";
  return new Set((await connection.all(`${TABLES} union ${indexes}`)).map(([name]) => String(name)));
}

/** Drops empty tables of ours that no row of the catalogue names: their making was interrupted. */
export async function dropUnfinished(connection: MysqlConnection): Promise<void> {
  const named = await connection.all("select stored_as from tablewright_tables");
  const names = new Set(named.map(([name]) => String(name).toLowerCase()));
  for (const [name] of await connection.all(`${TABLES} and table_comment = '${COMMENT}'`)) {
    const table = quoteName(String(name));
    if (names.has(String(name).toLowerCase())) continue;
    if ((await connection.get(`select 1 from ${table} limit 1`)) === undefined)
      await connection.exec(`drop table ${table}`);
  }
}

const TABLES = "select table_name from information_schema.tables where table_schema = database()";

const VERSION = 1;

/** Rows lie in the order of their slots, and only where transactions are kept. */
export const TABLE_ENDING = `engine = InnoDB default character set utf8mb4 collate ${COLLATION}`;

/** By it a table is known as ours that an interrupted opening has left. */
export const COMMENT = "Tablewright";

const TYPES: Readonly<Partial<Record<StoredForm, string>>> = {
  integer: "bigint",
  duration: "bigint",
  real: "double",
  boolean: "boolean",
  date: "varchar(10)",
  time: "varchar(8)",
  datetime: "varchar(19)",
};

/** The type of a column. */
export const typeOf = (form: StoredForm) => TYPES[form] ?? "longtext";

/** How the outbox and the run history are kept; writers take turns, so a claim locks nothing. */
export const mysqlOwnTables: OwnTableDialect = {
  typeOf,
  placeholder: () => "?",
  idType: "varchar(255)",
  sequence: "bigint auto_increment primary key",
  tableEnding: TABLE_ENDING,
};
