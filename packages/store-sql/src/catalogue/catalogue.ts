import { DefinitionOutdated, type StoredTable } from "@tablewright/core/storage";
import type { StoredForm } from "../compile/sql-table.ts";
import type { SqlConnection } from "../store/sql-connection.ts";
import type { LaidOutColumn, TableLayout } from "../tables/table-layout.ts";
import type { SqlValue } from "../values/sql-value.ts";

/**
 * What a database says of its own tables, in the table `tablewright_tables`: how each is called there, how its columns are
 * called and written, and the highest slot that its rows were given. One row for each table, changed in the same transactions.
 */
export interface CatalogueDialect {
  /** The parameter for a bound value; positions count from 1. */
  placeholder(position: number): string;
}

/** What one database says differently about the tables in which it says what it holds. */
export interface OwnTableDialect extends CatalogueDialect {
  /** The type of a column that keeps values of a form exactly. */
  typeOf(form: StoredForm): string;
  /** The type of a text of at most 255 characters that can be unique. */
  readonly idType: string;
  /** The type of a column that numbers rows by itself, upwards, and is their primary key. */
  readonly sequence: string;
  /** What follows the columns of a table, such as `strict`. */
  readonly tableEnding: string;
}

/** The number of the last migration. */
export const LAST_MIGRATION = "(select max(id) from tablewright_migrations)";

/** Every table that the database has, named by a definition or not any more. */
export async function readLayouts(connection: SqlConnection): Promise<readonly CataloguedTable[]> {
  const read = await connection.all("select name, stored_as, columns from tablewright_tables order by name");
  return read.map(([table, name, columns]) => {
    const all = JSON.parse(String(columns)) as (LaidOutColumn | ShadowColumn)[];
    const shadows = all.filter((column) => "shadowOf" in column);
    return {
      table: String(table),
      name: String(name),
      columns: all.filter((column) => !("shadowOf" in column)),
      shadows,
    };
  });
}

export interface CataloguedTable extends Pick<TableLayout, "name" | "columns"> {
  /** Its name in the definition that brought it. */
  readonly table: string;
  readonly shadows: readonly ShadowColumn[];
}

/** A column that the values of another one are converted into while others write; no definition has its name. */
export interface ShadowColumn extends LaidOutColumn {
  /** The name of the other one in the database. */
  readonly shadowOf: string;
}

/** The table that the database has for one of the definition, under its own name or the one it had before. */
export function keptTable(
  { name, was }: StoredTable,
  existing: readonly CataloguedTable[],
): CataloguedTable | undefined {
  return existing.find(({ table }) => table === name) ?? existing.find(({ table }) => table === was);
}

/** Takes note of a new table, which has no rows and no indexes yet. */
export async function addLayout(
  connection: SqlConnection,
  { table, name, columns }: TableLayout,
  { placeholder, writeIndexes }: CatalogueDialect & { readonly writeIndexes?: unknown },
): Promise<void> {
  const entry: [column: string, value: SqlValue][] = [
    ["name", table.name],
    ["stored_as", name],
    ["columns", JSON.stringify(columns)],
    ["row_numbers", table.rowNumbers],
    ["highest", 0],
    ["gaps", "[]"], // read by earlier programs
  ];
  if (writeIndexes !== undefined) entry.push(["indexes", "[]"]);
  const named = entry.map(([column]) => column).join(", ");
  const parameters = entry.map((_, at) => placeholder(at + 1)).join(", ");
  await connection.run(
    `insert into tablewright_tables (${named}) values (${parameters})`,
    entry.map(([, value]) => value),
  );
}

/** Takes note of where a table that is there lies now, and its noted rows; `was` is the name it had in the definition. */
export async function changeLayout(
  connection: SqlConnection,
  {
    table,
    name,
    columns,
  }: Pick<TableLayout, "name" | "columns"> & { readonly table: { readonly name: string } },
  was: string,
  { placeholder }: CatalogueDialect,
): Promise<void> {
  const [first, second, third, last] = [1, 2, 3, 4].map(placeholder);
  await connection.run(
    `update tablewright_tables set name = ${first}, stored_as = ${second}, columns = ${third} where name = ${last}`,
    [table.name, name, JSON.stringify(columns), was],
  );
  if (table.name !== was)
    await connection.run(`update tablewright_refills set name = ${first} where name = ${second}`, [
      table.name,
      was,
    ]);
}

/** Takes note that a table is gone. */
export async function removeLayout(
  connection: SqlConnection,
  table: string,
  { placeholder }: CatalogueDialect,
): Promise<void> {
  await connection.run(`delete from tablewright_tables where name = ${placeholder(1)}`, [table]);
}

/**
 * So many slots for rows that are added to a table, above all that it was given before. Others that add rows wait from here
 * to the end of the transaction. For a database whose parameters are written `?`.
 */
export async function takeSlots(
  connection: SqlConnection,
  table: string,
  count: number,
): Promise<readonly number[]> {
  await connection.run("update tablewright_tables set highest = highest + ? where name = ?", [count, table]);
  const [highest] =
    (await connection.get("select highest from tablewright_tables where name = ?", [table])) ?? [];
  if (highest === undefined) throw new DefinitionOutdated(table);
  return Array.from({ length: count }, (_, at) => Number(highest) - count + at + 1);
}
