import type { IndexBuilder } from "../store/index-builder.ts";
import type { SqlConnection } from "../store/sql-connection.ts";
import type { SqlDriver } from "../store/sql-driver.ts";
import type { SqlStoreDialect } from "../store/sql-store-dialect.ts";
import type { TableLayout } from "../tables/table-layout.ts";
import { nameIndex } from "./change-indexes.ts";
import type { TableIndex } from "./index-dialect.ts";
import { planIndexes } from "./plan-indexes.ts";

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
