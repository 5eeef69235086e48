import { quoteName } from "../fragments/quote-name.ts";
import type { SqlConnection } from "../store/sql-connection.ts";
import type { SqlStoreDialect } from "../store/sql-store-dialect.ts";
import { freeName } from "../tables/free-name.ts";
import type { TableLayout } from "../tables/table-layout.ts";
import type { PlannedIndex, TableIndex } from "./index-dialect.ts";
import type { IndexChanges } from "./plan-indexes.ts";

/**
 * Carries out what was planned; `names` are those in use in the database, and are added to. Where it `defers`, those on
 * single columns are only named and noted, to be made while others write.
 */
export async function changeIndexes<Connection extends SqlConnection>(
  connection: Connection,
  layout: TableLayout,
  { key, added, dropped, left, isIncomplete }: IndexChanges,
  names: Set<string>,
  dialect: SqlStoreDialect<Connection>,
  defers = false,
): Promise<void> {
  for (const { name } of dropped) {
    await connection.exec(dialect.dropIndex?.(layout.name, name) ?? `drop index ${quoteName(name)}`);
    names.delete(name);
  }
  const ofKey = key === undefined ? [] : await dialect.keyIndexes(connection, layout);
  const indexes = [...left];
  for (const index of defers ? ofKey : [...ofKey, ...added])
    indexes.push(await createIndex(connection, layout, index, names, dialect));
  for (const index of defers ? added : [])
    indexes.push({ ...nameIndex(layout, index, names, dialect), isBegun: true });
  if (isIncomplete || dropped.length > 0 || indexes.length > left.length)
    await dialect.writeIndexes?.(connection, layout.table.name, indexes);
}

/** Makes an index under a name that is free, and answers it. */
export async function createIndex(
  connection: SqlConnection,
  layout: TableLayout,
  index: PlannedIndex,
  names: Set<string>,
  dialect: IndexNaming,
): Promise<TableIndex> {
  const { before, ...named } = nameIndex(layout, index, names, dialect);
  const kind = named.isUnique ? "unique index" : "index";
  for (const statement of before ?? []) await connection.exec(statement);
  await connection.exec(`create ${kind} ${quoteName(named.name)} on ${quoteName(layout.name)} ${named.on}`);
  return named;
}

type IndexNaming = Pick<SqlStoreDialect, "longestName" | "fitName">;

function nameIndex(
  { name }: TableLayout,
  index: PlannedIndex,
  names: Set<string>,
  { longestName, fitName }: IndexNaming,
): TableIndex {
  const { columns, nameEnding = "" } = index;
  const free = freeName(`${name} by ${columns.join(", ")}${nameEnding}`, names, longestName, fitName);
  names.add(free);
  return { name: free, ...index };
}
