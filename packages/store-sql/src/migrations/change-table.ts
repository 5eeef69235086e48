import { addLayout, changeLayout } from "../catalogue/catalogue.ts";
import { quoteName } from "../fragments/sql-fragment.ts";
import type { SqlConnection } from "../store/sql-connection.ts";
import type { SqlStoreDialect, TableIndex } from "../store/sql-store-dialect.ts";
import { type TableLayout, unusedName } from "../tables/table-layout.ts";
import { changeIndexes } from "./change-indexes.ts";
import { planIndexes } from "./plan-indexes.ts";
import type { Renames, TablePlan } from "./table-plan.ts";

/**
 * Carries out the plan of a table, which has no refusals, and answers where the table lies. `names` are those in use. Where
 * it `defersIndexes`, those on columns of tables that were there before are left to be made while others write.
 */
export async function changeTable<Connection extends SqlConnection>(
  connection: Connection,
  plan: TablePlan,
  names: Set<string>,
  dialect: SqlStoreDialect<Connection>,
  defersIndexes: boolean,
): Promise<TableLayout> {
  const { layout, old } = plan;
  if (old === undefined) {
    for (const statement of dialect.createTable(layout, names)) await connection.exec(statement);
    await addLayout(connection, layout, dialect);
    await changeIndexes(connection, layout, plan.indexes, names, dialect);
    return layout;
  }
  const reshaped = isReshaped(plan) ? await reshape(connection, plan, names, dialect) : layout;
  await addColumns(connection, plan, reshaped, dialect);
  if (plan.added.length > 0 || plan.isMarked)
    await changeLayout(connection, reshaped, layout.table.name, dialect);
  const indexes =
    reshaped === layout
      ? plan.indexes
      : planIndexes(reshaped, await dialect.readIndexes(connection, reshaped), new Set(), names, dialect);
  await changeIndexes(connection, reshaped, indexes, names, dialect, defersIndexes);
  return reshaped;
}

/** Whether something that is there already gets another name or form, or goes. */
export function isReshaped({ layout, old, renames, converted, unnamed, drops }: TablePlan): boolean {
  if (old === undefined) return false;
  if (old.table !== layout.table.name || renames.columns.length > 0) return true;
  return converted.length > 0 || (drops && unnamed.length > 0);
}

/**
 * Removes and renames columns, puts complete shadow columns in the places of those with another form, and leaves no index on
 * what is not as it was.
 */
async function reshape<Connection extends SqlConnection>(
  connection: Connection,
  { layout, old, renames, converted, unnamed, drops, indexes, added }: TablePlan,
  names: Set<string>,
  dialect: SqlStoreDialect<Connection>,
): Promise<TableLayout> {
  for (const { name } of indexes.dropped) {
    await connection.exec(`drop index ${quoteName(name)}`);
    names.delete(name);
  }
  if (drops)
    for (const { name } of unnamed)
      await connection.exec(`alter table ${quoteName(layout.name)} drop column ${quoteName(name)}`);
  const existing = layout.columns.filter((column) => !added.includes(column));
  const renamed = await renameTable(connection, { ...layout, columns: existing }, renames, names, dialect);
  for (const { column, shadow } of converted) {
    if (shadow === undefined) continue;
    const { name } = renamed.columns.find((one) => one.column === column.column) ?? column;
    const table = quoteName(renamed.name);
    await connection.exec(`alter table ${table} drop column ${quoteName(name)}`);
    await connection.exec(
      `alter table ${table} rename column ${quoteName(shadow.name)} to ${quoteName(name)}`,
    );
  }
  await changeLayout(connection, renamed, old?.table ?? layout.table.name, dialect);
  const left = indexes.left.map((index) => withNewNames(index, renames));
  await dialect.writeIndexes?.(connection, layout.table.name, left);
  return { ...renamed, columns: [...renamed.columns, ...added] };
}

async function addColumns<Connection extends SqlConnection>(
  connection: Connection,
  { added }: TablePlan,
  layout: TableLayout,
  dialect: SqlStoreDialect<Connection>,
): Promise<void> {
  const table = quoteName(layout.name);
  for (const { name, form } of added)
    await connection.exec(`alter table ${table} add column ${quoteName(name)} ${dialect.typeOf(form)}`);
}

/** Gives a table and its columns the names they are to have in the database; answers where they lie then. */
async function renameTable(
  connection: SqlConnection,
  layout: TableLayout,
  { table, columns }: Renames,
  names: Set<string>,
  dialect: Pick<SqlStoreDialect, "names">,
): Promise<TableLayout> {
  let name = layout.name;
  const rename = async (to: string) => {
    await connection.exec(`alter table ${quoteName(name)} rename to ${quoteName(to)}`);
    name = to;
  };
  if (table !== undefined && table !== name) {
    // To most databases a name in other letters is the same name, which the table has already.
    if (table.toLowerCase() === name.toLowerCase())
      await rename(unusedName(`${name}~new`, names, dialect.names));
    await rename(table);
    names.delete(layout.name);
    names.add(table);
  }
  for (const { from, to } of columns)
    if (from !== to)
      await connection.exec(
        `alter table ${quoteName(name)} rename column ${quoteName(from)} to ${quoteName(to)}`,
      );
  const newNames = new Map(columns.map(({ from, to }) => [from, to]));
  return {
    ...layout,
    name,
    columns: layout.columns.map((column) => ({
      ...column,
      name: newNames.get(column.name) ?? column.name,
    })),
  };
}

/** An index as it is noted down once its columns have other names. */
function withNewNames(index: TableIndex, { columns }: Renames): TableIndex {
  const newNames = new Map(columns.map(({ from, to }) => [from, to]));
  return {
    ...index,
    columns: index.columns.map((name) => newNames.get(name) ?? name),
    on: index.on.replace(NAMES, (quoted) => {
      const name = newNames.get(quoted.slice(1, -1).replaceAll('""', '"'));
      return name === undefined ? quoted : quoteName(name);
    }),
  };
}

/** Names of columns in the text of an index, where collations have names, too. */
const NAMES = /(?<!collate )"(?:[^"]|"")*"/giu;
