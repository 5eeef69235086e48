import type { StoredColumn, StoredTable } from "@tablewright/core/storage";
import {
  freeName,
  type LaidOutColumn,
  quoteName,
  SLOT,
  type TableLayout,
  TableStatements,
  valueFormOf,
} from "@tablewright/store-sql";
import { readLayout, readNumbering, writeLayout, writeNumbering } from "./catalogue.ts";
import type { Connection } from "./connection.ts";
import { ensureIndexes } from "./ensure-indexes.ts";
import { sqliteDialect } from "./sqlite-dialect.ts";

/**
 * Makes the file have a table with its columns and indexes, and answers where it lies. Nothing is dropped: columns that
 * are no longer named keep their values. Throws when a column is to hold another type than it holds.
 */
export function ensureTable(connection: Connection, table: StoredTable): TableLayout {
  const old = readLayout(connection, table) ?? createTable(connection, table);
  const columns = [...old.columns];
  for (const column of table.columns) {
    const known = columns.find((one) => one.column === column.name);
    if (known === undefined) columns.push(addColumn(connection, old.name, column, columns));
    else refuseOtherForm(table, column, known);
  }
  const layout: TableLayout = { ...old, columns };
  if (columns.length > old.columns.length) writeLayout(connection, layout);
  ensureIndexes(connection, layout);
  ensureRowNumbers(connection, layout);
  return layout;
}

/** A table with nothing but its slots. */
function createTable(connection: Connection, table: StoredTable): TableLayout {
  const taken = connection.all("select name from sqlite_schema").map(([name]) => String(name));
  const layout: TableLayout = { table, name: freeName(table.name, taken), columns: [] };
  connection.exec(`create table ${quoteName(layout.name)} (${quoteName(SLOT)} integer primary key) strict`);
  writeLayout(connection, layout);
  return layout;
}

function addColumn(
  connection: Connection,
  table: string,
  column: StoredColumn,
  others: readonly LaidOutColumn[],
): LaidOutColumn {
  const form = valueFormOf(column);
  const name = freeName(column.name, [SLOT, ...others.map((other) => other.name)]);
  const type = sqliteDialect.typeOf(form);
  connection.exec(`alter table ${quoteName(table)} add column ${quoteName(name)} ${type}`);
  return { column: column.name, name, form };
}

function refuseOtherForm(table: StoredTable, column: StoredColumn, { form }: LaidOutColumn): void {
  const wanted = valueFormOf(column);
  if (form === wanted) return;
  throw new Error(
    `Column "${column.name}" of table "${table.name}" holds values of the form ${form}, and the definition now ` +
      `wants ${wanted}. Give the column another name, or bring its values into a new file.`,
  );
}

/** Rows get new slots when their table begins to number them in another way; the numbers they bear stay as they are. */
function ensureRowNumbers(connection: Connection, layout: TableLayout): void {
  const { name, rowNumbers } = layout.table;
  const numbering = readNumbering(connection, name);
  if (numbering.kind === rowNumbers) return;
  for (const statement of new TableStatements(layout, sqliteDialect).renumber) connection.run(statement);
  const [count] = connection.get(`select count(*) from ${quoteName(layout.name)}`) ?? [];
  writeNumbering(connection, name, numbering.renumbered(rowNumbers, Number(count)));
}
