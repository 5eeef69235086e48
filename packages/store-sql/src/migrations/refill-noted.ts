import type { AddedColumns, Key, PartwiseFilling, StoredTable } from "@tablewright/core/storage";
import type { CatalogueDialect } from "../catalogue/catalogue.ts";
import { isKeptFilled } from "../catalogue/filling-marks.ts";
import { DefinitionChanges } from "../catalogue/later-changes.ts";
import type { OpenedTables } from "../store/opened-tables.ts";
import type { SqlConnection } from "../store/sql-connection.ts";
import type { SqlDatabase } from "../store/sql-database.ts";
import { columnsAsStored, type LaidOutColumn, type TableLayout } from "../tables/table-layout.ts";
import { SqlWrite } from "../transaction/sql-write.ts";
import { readSqlValue, type SqlValue } from "../values/sql-value.ts";

/** Whether rows of these tables are noted, but for those that are left to a still later definition. */
export async function areNoted(
  connection: SqlConnection,
  tables: readonly StoredTable[],
  others: ReadonlySet<string>,
): Promise<boolean> {
  const notes = await connection.all("select distinct name from tablewright_refills");
  return notes.some(([name]) => tables.some((table) => table.name === name && !others.has(table.name)));
}

/** How many notes there are of rows of a table that wait for its definition, and not for a still later one. */
export async function countNotes(
  connection: SqlConnection,
  { table: { name, columns: known }, columns }: TableLayout,
  { placeholder }: CatalogueDialect,
): Promise<number> {
  const isKnown = (one: LaidOutColumn) => known.some((column) => column.name === one.column);
  const filled = columns.filter(isKeptFilled);
  if (filled.length === 0 || !filled.every(isKnown)) return 0;
  const counted = `select count(*) from tablewright_refills where name = ${placeholder(1)}`;
  return Number((await connection.get(counted, [name]))?.[0] ?? 0);
}

/**
 * Gives rows that were noted their values. Others write meanwhile: what they note while the last few are filled is left to
 * the next time. A row that cannot have its values is reported and stays as it is. The rows of a table that a still later
 * definition fills are left to that one.
 */
export async function refillNoted<Connection extends SqlConnection>(
  database: SqlDatabase<Connection>,
  tables: OpenedTables<Connection>,
  filling: PartwiseFilling,
): Promise<void> {
  const { driver, dialect } = database;
  const changes = new DefinitionChanges(tables);
  const readNotes = () =>
    driver.read(async (connection) => {
      const { noted } = await changes.read(connection);
      return readPages(connection, tables, noted, dialect);
    });
  const fillRows = (step: AddedColumns, keys: readonly Key[]) =>
    driver.write(async (connection, _, guards) => {
      const transaction = new SqlWrite({ driver, connection, tables, guards, changes });
      return transaction.endAfter(async () => {
        const rows = await transaction.getByKeys(step.table, keys);
        const there = rows.filter((row) => row !== undefined);
        return filling.fillRows(transaction, step, there);
      });
    });
  const remove = `delete from tablewright_refills where id = ${dialect.placeholder(1)}`;
  for (let isMore = true; isMore; ) {
    const pages = await readNotes();
    if (pages.length === 0) return;
    isMore = pages.some(({ ids }) => ids.length === NOTES_AT_ONCE);
    const all = pages.map(({ layout: { table } }): AddedColumns => {
      return { table: table.name, columns: table.columns.map(({ name }) => name) };
    });
    for (const step of filling.steps(all)) {
      const keys = pages.find(({ layout }) => layout.table.name === step.table)?.keys ?? [];
      let refusals = 0;
      for (let start = 0; start < keys.length; start += ROWS_AT_ONCE) {
        const part = keys.slice(start, start + ROWS_AT_ONCE);
        if ((await fillRows(step, part)).length === 0) continue;
        for (const key of part) refusals += (await fillRows(step, [key])).length; // one row refuses all of a part
      }
      if (refusals > 0) filling.report?.(step.table, refusals);
    }
    await driver.write((connection) =>
      Promise.all(pages.flatMap(({ ids }) => ids.map((id) => connection.run(remove, [id])))),
    );
  }
}

/** Some notes of one table. */
interface NotedPage {
  readonly layout: TableLayout;
  readonly ids: readonly SqlValue[];
  readonly keys: readonly Key[];
}

async function readPages(
  connection: SqlConnection,
  { byName }: OpenedTables<SqlConnection>,
  noted: ReadonlySet<string>,
  { placeholder }: CatalogueDialect,
): Promise<readonly NotedPage[]> {
  const statement =
    `select id, row_keys from tablewright_refills where name = ${placeholder(1)} ` +
    `order by id limit ${NOTES_AT_ONCE}`;
  const pages: NotedPage[] = [];
  for (const [name, table] of byName) {
    if (table.isSource || noted.has(name)) continue;
    const notes = await connection.all(statement, [name]);
    if (notes.length === 0) continue;
    const { layout } = table;
    const columns = columnsAsStored(layout);
    const forms = layout.table.key.map((at) => columns[at]?.form ?? "text");
    const keys = notes.flatMap(([, list]) => JSON.parse(String(list)) as SqlValue[][]);
    const distinct = new Map(keys.map((key) => [JSON.stringify(key), key]));
    pages.push({
      layout,
      ids: notes.map(([id = null]) => id),
      keys: [...distinct.values()].map((key) =>
        key.map((part, at) => readSqlValue(part, forms[at] ?? "text")),
      ),
    });
  }
  return pages;
}

const NOTES_AT_ONCE = 200;

/** Rows that are filled in one transaction. */
const ROWS_AT_ONCE = 500;
