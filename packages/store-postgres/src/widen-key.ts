import { createIndex, quoteName, type TableLayout } from "@tablewright/store-sql";
import { namesInUse, readIndexes, writeIndexes } from "./catalogue.ts";
import type { Connection } from "./connection.ts";
import { keyIndexes, LONGEST_NAME } from "./indexes.ts";

/** Makes room for keys that no index of the ordinary kind takes; does nothing where there is room already. */
export async function widenKey(connection: Connection, layout: TableLayout): Promise<void> {
  const { name } = layout.table;
  const existing = await readIndexes(connection, name);
  const old = existing.find(({ isUnique }) => isUnique);
  const wide = keyIndexes(layout, false);
  if (old === undefined || wide.some(({ on }) => on === old.on)) return;
  const names = await namesInUse(connection);
  await connection.exec(`set local statement_timeout = 0; drop index ${quoteName(old.name)}`);
  names.delete(old.name);
  const statements = [];
  for (const index of wide)
    statements.push(await createIndex(connection, layout, index, names, { longestName: LONGEST_NAME }));
  await writeIndexes(connection, name, [...statements, ...existing.filter((index) => index !== old)]);
}
