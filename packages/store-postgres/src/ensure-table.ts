import type { StoredTable } from "@tablewright/core/storage";
import {
  freeName,
  type LaidOutColumn,
  MigrationRefused,
  quoteName,
  SLOT,
  type SqlDialect,
  type TableLayout,
  TableStatements,
} from "@tablewright/store-sql";
import { readNumbering, writeLayout, writeNumbering } from "./catalogue.ts";
import { changeIndexes } from "./change-indexes.ts";
import type { Connection } from "./connection.ts";
import { LONGEST_NAME } from "./longest-name.ts";
import { planTable } from "./plan-table.ts";
import { postgresDialect } from "./postgres-dialect.ts";

/**
 * Makes the database have a table with its columns and indexes, and answers where it lies. Nothing is dropped: columns
 * that are no longer named keep their values. Throws a `MigrationRefused` when the values there are do not fit. `names` are
 * those in use in the database, and are added to.
 */
export async function ensureTable(
  connection: Connection,
  table: StoredTable,
  names: Set<string>,
  dialect: SqlDialect,
): Promise<TableLayout> {
  const { layout, isNew, added, indexes, renumbers, refusals } = await planTable(
    connection,
    table,
    names,
    dialect,
  );
  if (refusals.length > 0) throw new MigrationRefused(refusals);
  if (isNew) await createTable(connection, layout, names);
  else if (added.length > 0) await addColumns(connection, layout.name, added);
  if (isNew || added.length > 0) await writeLayout(connection, layout);
  await changeIndexes(connection, layout, indexes, names);
  if (renumbers) await renumber(connection, layout);
  return layout;
}

/** Slots differ because writers take turns, so there is no need of an index that says so, and the key alone may place rows. */
async function createTable(
  connection: Connection,
  { name, columns }: TableLayout,
  names: Set<string>,
): Promise<void> {
  // In the order in which rows are read, so that the server hands out whole rows as they lie.
  const parts = [...columns.map(columnPart), `${quoteName(SLOT)} bigint not null`];
  const index = freeName(`${name} by ${SLOT}`, names, LONGEST_NAME);
  names.add(index);
  await connection.exec(
    `create table ${quoteName(name)} (${parts.join(", ")}); ` +
      `create index ${quoteName(index)} on ${quoteName(name)} (${quoteName(SLOT)})`,
  );
}

async function addColumns(
  connection: Connection,
  table: string,
  columns: readonly LaidOutColumn[],
): Promise<void> {
  const parts = columns.map((column) => `add column ${columnPart(column)}`);
  await connection.exec(`alter table ${quoteName(table)} ${parts.join(", ")}`);
}

function columnPart({ name, form }: LaidOutColumn): string {
  return `${quoteName(name)} ${postgresDialect.typeOf(form)}`;
}

/** Rows get new slots when their table begins to number them in another way; the numbers they bear stay as they are. */
async function renumber(connection: Connection, layout: TableLayout): Promise<void> {
  const { name, rowNumbers } = layout.table;
  const numbering = await readNumbering(connection, name);
  for (const statement of new TableStatements(layout, postgresDialect).renumber)
    await connection.run(statement);
  const [count] = (await connection.get(`select count(*) from ${quoteName(layout.name)}`)) ?? [];
  await writeNumbering(connection, name, numbering.renumbered(rowNumbers, Number(count)));
}
