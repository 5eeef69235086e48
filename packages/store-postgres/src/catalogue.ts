import { LAST_MIGRATION, laterChangesTables, type SqlValue, type TableIndex } from "@tablewright/store-sql";
import type { PostgresConnection } from "./connection.ts";
import { PostgresError } from "./postgres-error.ts";
import { postgresOwnTables } from "./types.ts";

/**
 * Begins a transaction that has the schema for itself among all that write to it, in whatever process. The lock is taken
 * before anything is read, so what is read is what those before it have committed. It is waited for `waitMs` milliseconds, every
 * other one `lockTimeout`.
 */
export function beginAlone(waitMs: number, lockTimeout: number): Begin {
  return {
    begin: "begin isolation level read committed read write",
    prepare:
      `set local lock_timeout = ${waitMs}; lock table tablewright_store in exclusive mode; ` +
      `set local lock_timeout = ${lockTimeout}`,
    told: `select ${LAST_MIGRATION}`,
  };
}

/**
 * Begins a transaction that works concurrently and fails where no order of them gives the same. It is not begun while one is
 * alone. What it reads by an index is what others may be in the way of; a table that is read from its beginning to its end is
 * so with every row: plans are made without scans.
 */
export const BEGIN_BESIDE: Begin = {
  begin: "begin isolation level serializable read write",
  prepare: "set local enable_seqscan = off; lock table tablewright_store in row share mode",
  told: `select ${LAST_MIGRATION}`,
  travels: true,
};

/**
 * Begins a transaction that sees a state which an order of the writers gives, and fails, or lets a writer fail, where it would not.
 * A snapshot by itself may see what a call has done and not what another did that comes before it. Standbys know no such thing.
 */
export const BEGIN_FINDING: Begin = {
  begin: "begin isolation level serializable read only",
  told: "select 1", // takes the snapshot
};

/** Begins a transaction with one snapshot for all that it reads, which is taken by the first statement after it. */
export const BEGIN_READING: Begin = {
  begin: "begin isolation level repeatable read read only",
  told: "select 1",
};

/**
 * Makes the tables in which the database says of itself what it holds; returns whether none was missing. `tablewright_tables` has a row
 * for each table: how it is called, how its columns are called and written, and which indexes were made.
 */
export async function preparePostgresCatalogue(
  connection: PostgresConnection,
  place: string,
): Promise<boolean> {
  const isThere = async (table: string) => {
    const place = `quote_ident(current_schema()) || '.${table}'`;
    return (await connection.get(`select to_regclass(${place}) is not null`))?.[0] === 1;
  };
  if (!(await isThere("tablewright_store"))) await createCatalogue(connection);
  const isWhole = await isThere("tablewright_refills");
  if (!isWhole) await connection.exec(laterChangesTables(postgresOwnTables).join("; "));
  refuseOther(await readVersion(connection), place);
  return isWhole;
}

/** Whether the schema has tables of ours that the user may read. Throws for those of another version; changes nothing. */
export async function hasPostgresCatalogue(connection: PostgresConnection, place: string): Promise<boolean> {
  const [isReadable] =
    (await connection.get(
      "select has_table_privilege(pg_class.oid, 'select') from pg_class join pg_namespace on pg_namespace.oid = relnamespace " +
        "where nspname = current_schema() and relname = 'tablewright_store'",
    )) ?? [];
  if (isReadable !== 1) return false;
  refuseOther(await readVersion(connection), place);
  return true;
}

function refuseOther(version: SqlValue | undefined, place: string): void {
  if (version !== VERSION) throw new PostgresError(`${place} was made by another version of Tablewright.`);
}

async function readVersion(connection: PostgresConnection): Promise<SqlValue | undefined> {
  return (await connection.get("select version from tablewright_store"))?.[0];
}

async function createCatalogue(connection: PostgresConnection): Promise<void> {
  const text = postgresOwnTables.typeOf("text");
  const statements = [
    "create table tablewright_store (id integer primary key check (id = 1), version integer not null)",
    `create table tablewright_tables (name ${text} primary key, stored_as ${text} not null,
      columns ${text} not null, indexes ${text} not null, row_numbers ${text} not null, highest bigint not null,
      gaps ${text} not null)`,
    `insert into tablewright_store values (1, ${VERSION})`,
  ];
  await connection.exec(statements.join("; "));
}

export async function postgresIndexes(
  connection: PostgresConnection,
  table: string,
): Promise<readonly TableIndex[]> {
  const [indexes] =
    (await connection.get("select indexes from tablewright_tables where name = $1", [table])) ?? [];
  return indexes === undefined ? [] : (JSON.parse(String(indexes)) as TableIndex[]);
}

export async function writeIndexes(
  connection: PostgresConnection,
  table: string,
  indexes: readonly TableIndex[],
): Promise<void> {
  const values = [JSON.stringify(indexes), table];
  await connection.run("update tablewright_tables set indexes = $1 where name = $2", values);
}

/** The names in use for tables, indexes and what else shares their names. */
export async function postgresNames(connection: PostgresConnection): Promise<Set<string>> {
  const here = "(select oid from pg_namespace where nspname = current_schema())";
  const read = await connection.all(
    `select relname::text from pg_class where relnamespace = ${here} ` +
      `union select typname::text from pg_type where typnamespace = ${here}`,
  );
  return new Set(read.map(([name]) => String(name)));
}

/** That of schemas. */
const VERSION = 3;

/** How a transaction begins. */
export interface Begin {
  readonly begin: string;
  /** Statements after it, without values. */
  readonly prepare?: string;
  /** What a policy of the database may ask of the call, by the names of settings, which have these values until its end. */
  readonly settings?: readonly (readonly [name: string, value: string])[];
  /** What is read at once. */
  readonly told?: string;
  /** Whether the work is begun while the transaction is, and its first statement travels with these. */
  readonly travels?: boolean;
  /** Whether the transaction ends with a rollback: what it does is only tried. */
  readonly takesBack?: boolean;
}
