import type { JsonValue } from "@tablewright/core/expression";
import type { Row } from "./create-api.ts";

/** The key of a row as people read it, and as an address holds it: parts of several are joined. */
export function keyOf(row: Row, key: readonly string[]): string {
  return key.length === 1 ? String(row[key[0] ?? ""] ?? "") : String(row._ComputedKey ?? "");
}

/** The cells that name a row as it was read: the call is refused where it was changed since. */
export function cellsOf(row: Row, key: readonly string[]): Record<string, JsonValue> {
  const { _Version } = row;
  return { ...keyCells(keyOf(row, key), key), ...(_Version === undefined ? {} : { _Version }) };
}

/** The cells that name a row by its key in a call. */
export function keyCells(key: string, columns: readonly string[]): Record<string, string> {
  const [only = ""] = columns;
  return columns.length === 1 ? { [only]: key } : { _ComputedKey: key };
}
