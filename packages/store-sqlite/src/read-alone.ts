import type { Key, Row } from "@tablewright/core/storage";
import { rowAlone } from "@tablewright/store-sql";
import { numberingFrom } from "./catalogue.ts";
import type { Connection } from "./connection.ts";
import type { SqliteTable } from "./sqlite-table.ts";

/** The row of one key by one statement; undefined when that is not enough. */
export function readAlone(
  connection: Connection,
  table: SqliteTable,
  keys: readonly Key[],
): readonly (Row | undefined)[] | undefined {
  if (keys.length !== 1) return undefined;
  const [key] = table.seekKeys(keys).encoded;
  if (key === undefined) return [undefined];
  const read = connection.get(table.statements.selectAlone, [table.layout.table.name, ...key]);
  if (read === undefined) return [undefined];
  const row = rowAlone(table, read, numberingFrom);
  return row && [row];
}
