import { quoteName } from "../fragments/quote-name.ts";
import type { SqlConnection } from "../store/sql-connection.ts";
import type { SqlStoreDialect } from "../store/sql-store-dialect.ts";
import { freeName } from "../tables/free-name.ts";
import type { TableLayout } from "../tables/table-layout.ts";
import type { PlannedIndex, TableIndex } from "./index-dialect.ts";
import type { IndexChanges } from "./plan-indexes.ts";

/** Carries out what was planned; `names` are those in use in the database, and are added to. */
export async function changeIndexes<Connection extends SqlConnection>(
  connection: Connection,
  layout: TableLayout,
  { key, added, dropped, left, isIncomplete }: IndexChanges,
  names: Set<string>,
  dialect: SqlStoreDialect<Connection>,
): Promise<void> {
  for (const { name } of dropped) {
    await connection.exec(dialect.dropIndex?.(layout.name, name) ?? `drop index ${quoteName(name)}`);
    names.delete(name);
  }
  const ofKey = key === undefined ? [] : await dialect.keyIndexes(connection, layout);
  const indexes = [...left];
  for (const index of [...ofKey, ...added])
    indexes.push(await createIndex(connection, layout, index, names, dialect));
  if (isIncomplete || dropped.length > 0 || indexes.length > left.length)
    await dialect.writeIndexes?.(connection, layout.table.name, indexes);
}

/** Makes an index under a name that is free, and answers it. */
export async function createIndex(
  connection: SqlConnection,
  { name }: TableLayout,
  index: PlannedIndex,
  names: Set<string>,
  { longestName, fitName }: Pick<SqlStoreDialect, "longestName" | "fitName">,
): Promise<TableIndex> {
  const { before, ...made } = index;
  const { isUnique, columns, on, nameEnding = "" } = made;
  const free = freeName(`${name} by ${columns.join(", ")}${nameEnding}`, names, longestName, fitName);
  const kind = isUnique ? "unique index" : "index";
  for (const statement of before ?? []) await connection.exec(statement);
  await connection.exec(`create ${kind} ${quoteName(free)} on ${quoteName(name)} ${on}`);
  names.add(free);
  return { name: free, ...made };
}
