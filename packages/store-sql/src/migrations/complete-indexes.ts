import type { IndexBuilder } from "../store/index-builder.ts";
import { SeenNumberings } from "../store/numberings.ts";
import type { SqlConnection } from "../store/sql-connection.ts";
import type { SqlDriver } from "../store/sql-driver.ts";
import type { SqlStoreDialect } from "../store/sql-store-dialect.ts";
import type { TableLayout } from "../tables/table-layout.ts";
import type { TableIndex } from "./index-dialect.ts";

/**
 * Makes the indexes of a table that are noted and were not made yet, one after the other, while others write. Each is noted
 * as complete when it is; a process that ends in between leaves the rest to the next one.
 */
export async function completeIndexes<Connection extends SqlConnection>(
  driver: SqlDriver<Connection>,
  builder: IndexBuilder,
  layout: TableLayout,
  dialect: SqlStoreDialect<Connection>,
): Promise<void> {
  const table = layout.table.name;
  const noted = await driver.read(
    async (connection) => dialect.readIndexes(connection, layout),
    new SeenNumberings(),
    false,
  );
  for (const index of noted.filter(({ isBegun }) => isBegun)) {
    if (!(await builder.isComplete(layout.name, index.name))) await builder.build(layout.name, index);
    await driver.alter(async (connection) => {
      const indexes = await dialect.readIndexes(connection, layout);
      const complete = indexes.map((one) => (one.name === index.name ? withoutMark(one) : one));
      await dialect.writeIndexes?.(connection, table, complete);
    });
  }
}

function withoutMark({ isBegun: _, ...index }: TableIndex): TableIndex {
  return index;
}
