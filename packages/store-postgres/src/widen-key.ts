import { createIndex, quoteName, type TableLayout } from "@tablewright/store-sql";
import { namesInUse, readIndexes, writeIndexes } from "./catalogue.ts";
import type { Connection } from "./connection.ts";
import { keyIndexes, LONGEST_NAME } from "./indexes.ts";

/** Makes room for keys that no index of the ordinary kind takes; does nothing where there is room already. */
export async function widenKey(connection: Connection, layout: TableLayout): Promise<void> {
  const { name } = layout.table;
  const known = await readIndexes(connection, name);
  const old = known.find(({ isUnique }) => isUnique);
  const wide = keyIndexes(layout, false);
  if (old === undefined || wide.some(({ on }) => on === old.on)) return;
  const names = await namesInUse(connection);
  await connection.exec(`set local statement_timeout = 0; drop index ${quoteName(old.name)}`);
  names.delete(old.name);
  const made = [];
  for (const index of wide)
    made.push(await createIndex(connection, layout, index, names, { longestName: LONGEST_NAME }));
  await writeIndexes(connection, name, [...made, ...known.filter((index) => index !== old)]);
}
