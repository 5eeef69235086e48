import type { StoredTable } from "@tablewright/core/storage";
import { type LaidOutColumn, RowNumbering, type SqlValue, type TableLayout } from "@tablewright/store-sql";
import type { Connection } from "./connection.ts";
import { outbox, runHistory } from "./journals.ts";
import { postgresDialect } from "./postgres-dialect.ts";
import { PostgresError } from "./postgres-error.ts";

/** An index that was made for a table, by the names the database has for it and for its columns. */
export interface TableIndex {
  readonly name: string;
  readonly isUnique: boolean;
  readonly columns: readonly string[];
  /** What it is on, as it stands in the statement that made it. */
  readonly on: string;
}

/**
 * Begins a transaction that has the schema for itself among all processes that write to it: they take turns by locking
 * the one row of `tablewright_store`. What it reads afterwards is what the one before it has committed.
 */
export const BEGIN_WRITING = [
  "begin isolation level read committed read write",
  "select version from tablewright_store for update",
  "select name, row_numbers, highest, gaps from tablewright_tables",
];

/** Begins a transaction with one snapshot for all that it reads, which is taken by the first statement after it. */
export const BEGIN_READING = "begin isolation level repeatable read read only";

/** As `BEGIN_WRITING` answers all numberings, this one does those of tables that rows have left. */
export const NUMBERINGS_WITH_GAPS =
  "select name, row_numbers, highest, gaps from tablewright_tables where gaps <> '[]'";

/**
 * Makes the tables in which the database says of itself what it holds. `tablewright_tables` has a row for each table:
 * how it is called, how its columns are called and written, which indexes were made, and how its rows are numbered.
 */
export async function prepareCatalogue(connection: Connection, place: string): Promise<void> {
  const [isThere] =
    (await connection.get(
      "select to_regclass(quote_ident(current_schema()) || '.tablewright_store') is not null",
    )) ?? [];
  if (isThere === 0) await createCatalogue(connection);
  const [version] = (await connection.get("select version from tablewright_store")) ?? [];
  if (version !== VERSION) throw new PostgresError(`${place} was made by another version of Tablewright.`);
}

async function createCatalogue(connection: Connection): Promise<void> {
  const text = postgresDialect.typeOf("text");
  const statements = [
    "create table tablewright_store (id integer primary key check (id = 1), version integer not null)",
    `create table tablewright_tables (name ${text} primary key, stored_as ${text} not null,
      columns ${text} not null, indexes ${text} not null, row_numbers ${text} not null, highest bigint not null,
      gaps ${text} not null)`,
    `insert into tablewright_store values (1, ${VERSION})`,
    ...outbox.create,
    ...runHistory.create,
  ];
  await connection.exec(statements.join("; "));
}

/** The layout of a table as the database has it; undefined when it has no such table. */
export async function readLayout(
  connection: Connection,
  table: StoredTable,
): Promise<TableLayout | undefined> {
  const read = await connection.get("select stored_as, columns from tablewright_tables where name = $1", [
    table.name,
  ]);
  if (read === undefined) return undefined;
  return { table, name: String(read[0]), columns: JSON.parse(String(read[1])) as LaidOutColumn[] };
}

/** Every table that the database says it holds: how the definition calls it, and where it lies. */
export async function readLayouts(
  connection: Connection,
): Promise<readonly (Omit<TableLayout, "table"> & { readonly table: string })[]> {
  const read = await connection.all("select name, stored_as, columns from tablewright_tables order by name");
  return read.map(([table, name, columns]) => ({
    table: String(table),
    name: String(name),
    columns: JSON.parse(String(columns)) as LaidOutColumn[],
  }));
}

/** Puts a layout in the place of the one the database has; a new table has no rows and no indexes yet. */
export async function writeLayout(
  connection: Connection,
  { table, name, columns }: TableLayout,
): Promise<void> {
  await connection.run(
    `insert into tablewright_tables values ($1, $2, $3, '[]', $4, 0, '[]')
      on conflict (name) do update set columns = excluded.columns`,
    [table.name, name, JSON.stringify(columns), table.rowNumbers],
  );
}

export async function readIndexes(connection: Connection, table: string): Promise<readonly TableIndex[]> {
  const [indexes] =
    (await connection.get("select indexes from tablewright_tables where name = $1", [table])) ?? [];
  return JSON.parse(String(indexes)) as TableIndex[];
}

export async function writeIndexes(
  connection: Connection,
  table: string,
  indexes: readonly TableIndex[],
): Promise<void> {
  const values = [JSON.stringify(indexes), table];
  await connection.run("update tablewright_tables set indexes = $1 where name = $2", values);
}

export async function readNumbering(connection: Connection, table: string): Promise<RowNumbering> {
  const read = await connection.get(
    "select row_numbers, highest, gaps from tablewright_tables where name = $1",
    [table],
  );
  return numberingFrom(table, read);
}

/** Of what the database keeps about it. */
export function numberingFrom(table: string, read: readonly SqlValue[] | undefined): RowNumbering {
  if (read === undefined) throw new Error(`The database has no longer a table "${table}".`);
  const [kind, highest, gaps] = read;
  return new RowNumbering(
    kind as RowNumbering["kind"],
    Number(highest),
    JSON.parse(String(gaps)) as number[],
  );
}

export async function writeNumbering(
  connection: Connection,
  table: string,
  { kind, highest, gaps }: RowNumbering,
): Promise<void> {
  await connection.run(
    "update tablewright_tables set row_numbers = $1, highest = $2, gaps = $3 where name = $4",
    [kind, highest, JSON.stringify(gaps), table],
  );
}

/** The names in use for tables, indexes and what else shares their names. */
export async function namesInUse(connection: Connection): Promise<Set<string>> {
  const here = "(select oid from pg_namespace where nspname = current_schema())";
  const read = await connection.all(
    `select relname::text from pg_class where relnamespace = ${here} ` +
      `union select typname::text from pg_type where typnamespace = ${here}`,
  );
  return new Set(read.map(([name]) => String(name)));
}

const VERSION = 1;
