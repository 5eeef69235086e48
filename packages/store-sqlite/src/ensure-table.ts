import type { StoredTable } from "@tablewright/core/storage";
import {
  freeName,
  MigrationRefused,
  quoteName,
  SLOT,
  type TableLayout,
  TableStatements,
} from "@tablewright/store-sql";
import { readNumbering, writeLayout, writeNumbering } from "./catalogue.ts";
import type { Connection } from "./connection.ts";
import { foldIndexFor } from "./fold-index.ts";
import type { IndexChanges } from "./plan-indexes.ts";
import { planTable } from "./plan-table.ts";
import { sqliteDialect } from "./sqlite-dialect.ts";

/**
 * Makes the file have a table with its columns and indexes, and answers where it lies. Nothing is dropped: columns that
 * are no longer named keep their values. Throws a `MigrationRefused` when the values there are do not fit.
 */
export function ensureTable(connection: Connection, table: StoredTable): TableLayout {
  const { layout, isNew, added, indexes, renumbers, refusals } = planTable(connection, table);
  if (refusals.length > 0) throw new MigrationRefused(refusals);
  const name = quoteName(layout.name);
  if (isNew) connection.exec(`create table ${name} (${quoteName(SLOT)} integer primary key) strict`);
  for (const column of added) {
    const type = sqliteDialect.typeOf(column.form);
    connection.exec(`alter table ${name} add column ${quoteName(column.name)} ${type}`);
  }
  if (isNew || added.length > 0) writeLayout(connection, layout);
  changeIndexes(connection, layout.name, indexes);
  if (renumbers) renumber(connection, layout);
  return layout;
}

function changeIndexes(connection: Connection, table: string, changes: IndexChanges): void {
  for (const index of changes.dropped) connection.exec(`drop index ${quoteName(index)}`);
  if (changes.key !== undefined) createIndex(connection, table, "unique index", changes.key);
  for (const column of changes.columns)
    if (!changes.folds.includes(column)) createIndex(connection, table, "index", [column]);
  for (const column of changes.folds) {
    const { name, on } = foldIndexFor(table, column);
    createNamed(connection, table, "index", name, on);
  }
}

function createIndex(
  connection: Connection,
  table: string,
  kind: "index" | "unique index",
  columns: readonly string[],
): void {
  createNamed(
    connection,
    table,
    kind,
    `${table} by ${columns.join(", ")}`,
    columns.map(quoteName).join(", "),
  );
}

/** Makes an index of a name, or of the nearest that is free. */
function createNamed(connection: Connection, table: string, kind: string, name: string, on: string): void {
  const taken = connection.all("select name from sqlite_schema").map(([one]) => String(one));
  connection.exec(`create ${kind} ${quoteName(freeName(name, taken))} on ${quoteName(table)} (${on})`);
}

/** Rows get new slots when their table begins to number them in another way; the numbers they bear stay as they are. */
function renumber(connection: Connection, layout: TableLayout): void {
  const { name, rowNumbers } = layout.table;
  const numbering = readNumbering(connection, name);
  for (const statement of new TableStatements(layout, sqliteDialect).renumber) connection.run(statement);
  const [count] = connection.get(`select count(*) from ${quoteName(layout.name)}`) ?? [];
  writeNumbering(connection, name, numbering.renumbered(rowNumbers, Number(count)));
}
