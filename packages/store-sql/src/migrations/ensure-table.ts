import type { StoredTable } from "@tablewright/core/storage";
import { quoteName } from "../fragments/quote-name.ts";
import type { SqlConnection } from "../store/sql-connection.ts";
import type { SqlStoreDialect } from "../store/sql-store-dialect.ts";
import type { TableLayout } from "../tables/table-layout.ts";
import { TableStatements } from "../tables/table-statements.ts";
import { addLayout, changeLayout, readNumbering, writeNumbering } from "./catalogue.ts";
import { changeIndexes } from "./change-indexes.ts";
import { MigrationRefused } from "./migration-refused.ts";
import { planTable } from "./plan-table.ts";

/**
 * Makes the database have a table with its columns and indexes, and answers where it lies. Nothing is dropped: columns
 * that are no longer named keep their values. Throws a `MigrationRefused` when the values there are do not fit. `names` are
 * those in use in the database, and are added to.
 */
export async function ensureTable<Connection extends SqlConnection>(
  connection: Connection,
  table: StoredTable,
  names: Set<string>,
  dialect: SqlStoreDialect<Connection>,
): Promise<TableLayout> {
  const plan = await planTable(connection, table, names, dialect);
  const { layout, isNew, added, indexes, renumbers, refusals } = plan;
  if (refusals.length > 0) throw new MigrationRefused(refusals);
  if (isNew) {
    for (const statement of dialect.createTable(layout, names)) await connection.exec(statement);
    await addLayout(connection, layout, dialect);
  } else if (added.length > 0) {
    const table = quoteName(layout.name);
    for (const { name, form } of added)
      await connection.exec(`alter table ${table} add column ${quoteName(name)} ${dialect.typeOf(form)}`);
    await changeLayout(connection, layout, dialect);
  }
  await changeIndexes(connection, layout, indexes, names, dialect);
  if (renumbers) await renumber(connection, layout, dialect);
  return layout;
}

/** Rows get new slots when their table begins to number them in another way; the numbers they bear stay as they are. */
async function renumber<Connection extends SqlConnection>(
  connection: Connection,
  layout: TableLayout,
  dialect: SqlStoreDialect<Connection>,
): Promise<void> {
  const { name, rowNumbers } = layout.table;
  const numbering = await readNumbering(connection, name, dialect);
  for (const statement of new TableStatements(layout, dialect).renumber) await connection.run(statement);
  const [count] = (await connection.get(`select count(*) from ${quoteName(layout.name)}`)) ?? [];
  await writeNumbering(connection, name, numbering.renumbered(rowNumbers, Number(count)), dialect);
}
