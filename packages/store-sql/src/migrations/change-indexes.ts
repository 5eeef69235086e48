import { quoteName } from "../fragments/sql-fragment.ts";
import type { SqlConnection } from "../store/sql-connection.ts";
import type { BuiltIndex, IndexBuilder, SqlDriver } from "../store/sql-driver.ts";
import type { PlannedIndex, SqlStoreDialect, TableIndex } from "../store/sql-store-dialect.ts";
import { type TableLayout, unusedName } from "../tables/table-layout.ts";
import { type IndexChanges, planIndexes } from "./plan-indexes.ts";

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
  const named = nameIndex(layout, index, names, dialect);
  for (const statement of indexStatements(layout.name, named)) await connection.exec(statement);
  const { before: _, ...definition } = named;
  return definition;
}

/** The statements that make an index of a table. */
export function indexStatements(
  table: string,
  { name, isUnique, on, before = [] }: BuiltIndex,
): readonly string[] {
  const kind = isUnique ? "unique index" : "index";
  return [...before, `create ${kind} ${quoteName(name)} on ${quoteName(table)} ${on}`];
}

type IndexNaming = Pick<SqlStoreDialect, "names">;

/** An index under a name that is free; it is in use then. */
function nameIndex(
  { name }: TableLayout,
  index: PlannedIndex,
  names: Set<string>,
  dialect: IndexNaming,
): TableIndex {
  const { columns, nameEnding = "" } = index;
  const free = unusedName(`${name} by ${columns.join(", ")}${nameEnding}`, names, dialect.names);
  names.add(free);
  return { name: free, ...index };
}

/**
 * Makes the indexes of a table that are still to be made, one after the other, while others write. Where they are
 * noted, each is noted as complete when it is; a process that ends in between leaves the rest to the next one.
 */
export async function completeIndexes<Connection extends SqlConnection>(
  driver: SqlDriver<Connection>,
  builder: IndexBuilder,
  layout: TableLayout,
  dialect: SqlStoreDialect<Connection>,
): Promise<void> {
  const missing = await driver.read((connection) => missingIndexes(connection, layout, dialect));
  const { writeIndexes } = dialect;
  for (const index of missing) {
    if (!(await builder.isComplete(layout.name, index.name))) await builder.build(layout.name, index);
    if (writeIndexes === undefined) continue;
    await driver.alter(async (connection) => {
      const indexes = await dialect.readIndexes(connection, layout);
      const complete = indexes.map((one) => (one.name === index.name ? withoutMark(one) : one));
      await writeIndexes(connection, layout.table.name, complete);
    });
  }
}

/** Those that are noted as begun; of a database that tells its indexes by itself, those that it has not. */
async function missingIndexes<Connection extends SqlConnection>(
  connection: Connection,
  layout: TableLayout,
  dialect: SqlStoreDialect<Connection>,
): Promise<readonly TableIndex[]> {
  const indexes = await dialect.readIndexes(connection, layout);
  if (dialect.writeIndexes !== undefined) return indexes.filter(({ isBegun }) => isBegun);
  const names = await dialect.namesInUse(connection);
  const { added } = planIndexes(layout, indexes, new Set(), names, dialect);
  return added.map((index) => nameIndex(layout, index, names, dialect));
}

function withoutMark({ isBegun: _, ...index }: TableIndex): TableIndex {
  return index;
}
