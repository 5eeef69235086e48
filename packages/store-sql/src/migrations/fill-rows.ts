import {
  type AddedColumns,
  type Key,
  MigrationRefused,
  type PartwiseFilling,
  type StoredTable,
} from "@tablewright/core/storage";
import { type CatalogueDialect, changeLayout } from "../catalogue/catalogue.ts";
import { isKeptFilled, noteFilled, noteStale, unfilledColumns } from "../catalogue/filling-marks.ts";
import { DefinitionChanges } from "../catalogue/later-changes.ts";
import type { OpenedTables } from "../store/opened-tables.ts";
import type { SqlConnection } from "../store/sql-connection.ts";
import type { SqlDatabase } from "../store/sql-driver.ts";
import { columnsAsStored, type LaidOutColumn, type TableLayout } from "../tables/table-layout.ts";
import { SqlWrite } from "../transaction/sql-write.ts";
import { readSqlValue, type SqlValue } from "../values/sql-value.ts";
import { removeUnfilled } from "./leftovers.ts";
import { ROWS_OF_A_PAGE, tablePages } from "./table-pages.ts";

/**
 * Gives rows their values in columns that were added, a page of rows in each transaction, with a note of how far it has come,
 * while others write. Where rows cannot have them it removes the columns that were added, and rejects with a `MigrationRefused`. Answers the
 * tables as they are then.
 */
export async function fillLater<Connection extends SqlConnection>(
  database: SqlDatabase<Connection>,
  layouts: readonly TableLayout[],
  tables: OpenedTables<Connection>,
  filling: PartwiseFilling,
): Promise<readonly TableLayout[]> {
  const { driver, dialect } = database;
  const added = layouts.flatMap((layout): AddedColumns[] => {
    const columns = unfilledColumns(layout).map(({ column }) => column);
    return columns.length === 0 ? [] : [{ table: layout.table.name, columns }];
  });
  if (added.length === 0) return layouts;
  const latest = new Map(layouts.map((layout) => [layout.table.name, layout]));
  for (const step of filling.steps(added)) {
    const layout = latest.get(step.table);
    if (layout === undefined) continue;
    const refusals: string[] = [];
    for await (const part of partsOf(database, layout, step, tables, filling)) {
      latest.set(step.table, part.layout);
      for (const refusal of part.refusals) refusals.push(refusal);
    }
    if (refusals.length === 0) continue;
    await driver.alter(async (connection) => {
      const left: TableLayout[] = [];
      for (const one of latest.values()) left.push(await removeUnfilled(connection, one, dialect));
      await noteStale(connection, left, dialect);
    });
    throw MigrationRefused.ofRows(refusals);
  }
  return driver.alter((connection) => noteFilled(connection, [...latest.values()], dialect));
}

/** A page of a table in each transaction; after a refusal the others are only tried. */
async function* partsOf<Connection extends SqlConnection>(
  { driver, dialect }: SqlDatabase<Connection>,
  layout: TableLayout,
  step: AddedColumns,
  tables: OpenedTables<Connection>,
  filling: PartwiseFilling,
): AsyncGenerator<{ readonly layout: TableLayout; readonly refusals: readonly string[] }> {
  const columns = columnsAsStored(layout);
  const key = layout.table.key.map((at) => columns[at] as LaidOutColumn);
  const names = key.map(({ name }) => name);
  const isFilled = ({ column }: LaidOutColumn) => step.columns.includes(column);
  let after = layout.columns
    .filter(isFilled)
    .reduce((least, { filledTo = 0 }) => Math.min(least, filledTo), Number.POSITIVE_INFINITY);
  for (;;) {
    const part = await driver.write(async (connection, _, guards) => {
      const page = await tablePages(connection, layout.name, names, dialect, { after }).next();
      if (page.done === true) return undefined;
      const keys = page.value.map(([, ...parts]) =>
        parts.map((stored, at) => readSqlValue(stored, (key[at] as LaidOutColumn).form)),
      );
      const transaction = new SqlWrite({ driver, connection, tables, guards });
      const refusals = await transaction.endAfter(async () => {
        const rows = await transaction.getByKeys(step.table, keys);
        const there = rows.filter((row) => row !== undefined);
        return filling.fillRows(transaction, step, there);
      });
      return {
        refusals,
        last: Number(page.value.at(-1)?.[0]),
        isLast: page.value.length < ROWS_OF_A_PAGE,
      };
    });
    if (part === undefined) return;
    const { last, refusals, isLast } = part;
    after = last;
    const noted = layout.columns.map((one) => (isFilled(one) ? { ...one, filledTo: last } : one));
    const reached = { ...layout, columns: noted };
    // Every writer reads the catalogue, so what changed it concurrently would be in the way of all of them.
    if (refusals.length === 0)
      await driver.alter((connection) => changeLayout(connection, reached, step.table, dialect));
    yield { layout: reached, refusals };
    if (isLast) return; // rows that others have added meanwhile are noted
  }
}

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
