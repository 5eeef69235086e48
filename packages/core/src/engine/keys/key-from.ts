import { KEY_SEPARATOR, keyOf } from "../../expression/parts.ts";
import type { TableDefinition } from "../../schema/index.ts";
import type { Key, Row } from "../../storage/index.ts";
import type { JsonValue, Value } from "../../values/index.ts";

/** The key that cells name by its parts, or by `_ComputedKey` where a part is missing; undefined when incomplete. */
export function keyFrom(
  table: TableDefinition,
  cells: readonly (Value | undefined)[],
  computedKey: JsonValue = null,
): Key | undefined {
  const [only] = table.key;
  if (only !== undefined && table.key.length === 1) {
    const part = cells[only.index] ?? null;
    return part === null ? undefined : [part];
  }
  const parts = table.key.map(({ index }) => cells[index]);
  if (parts.every((part) => part !== undefined && part !== null)) return parts as Key;
  if (typeof computedKey !== "string" || table.key.length < 2) return undefined;
  return splitKey(table, computedKey);
}

/** The parts of a computed key. No part holds the separator, so there is one way to take it apart. */
export function splitKey(table: TableDefinition, computedKey: string): Key | undefined {
  const texts = computedKey.split(KEY_SEPARATOR);
  if (texts.length !== table.key.length) return undefined;
  const parts = table.key.map(({ columnType, options }, index) => {
    const read = columnType.read(texts[index] ?? "", { locale: KEY_LOCALE, timeZone: "UTC", options });
    return "value" in read ? read.value : null;
  });
  return parts.includes(null) ? undefined : parts;
}

/** Keys are written alike for every caller. */
const KEY_LOCALE = "en-US";

/** The key parts of a stored row. */
export function keyOfRow(table: TableDefinition, row: Row): Key {
  return table.key.map(({ index }) => row[index] ?? null);
}

/** A key as people read it: its value, or its parts joined. */
export function writeKey(table: TableDefinition, key: Key): string {
  const row: Value[] = [];
  for (const [index, part] of key.entries()) row[table.key[index]?.index ?? 0] = part;
  return String(keyOf(row, table.scope) ?? "");
}
