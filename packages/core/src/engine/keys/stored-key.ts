import type { TableDefinition } from "../../schema/index.ts";
import type { Value } from "../../values/index.ts";
import { splitKey } from "./key-from.ts";

/** How the store names the row of a key; a text that only looks like a computed key may name a row of another. */
export function storedKey(table: TableDefinition, key: Value): readonly Value[] | undefined {
  if (key === null) return undefined;
  if (table.key.length === 1) return [key];
  return typeof key === "string" ? splitKey(table, key) : undefined;
}
