import type { Key, Row } from "@tablewright/core/storage";
import { rowAlone } from "@tablewright/store-sql";
import type { Database } from "./database.ts";
import type { SeenNumberings } from "./numberings.ts";
import type { PostgresTable } from "./postgres-table.ts";

/** The row of one key by one statement; undefined when that is not enough. */
export async function readAlone(
  database: Database,
  table: PostgresTable,
  keys: readonly Key[],
  seen: SeenNumberings,
): Promise<readonly (Row | undefined)[] | undefined> {
  if (keys.length !== 1) return undefined;
  const [key] = table.seekKeys(keys).encoded;
  if (key === undefined) return [undefined];
  const { name } = table.layout.table;
  const [read] = await database.readAlone(table.statements.selectAlone, [name, ...key]);
  if (read === undefined) return [undefined];
  const row = rowAlone(table, read, (kept) => seen.of(name, kept));
  return row && [row];
}
