import { isTemporal, keyOf, valueFamilyOf, writeJson } from "../../expression/parts.ts";
import type { Reading } from "../../schema/column-types/column-type.ts";
import type { TableDefinition } from "../../schema/index.ts";
import { readCompositeKey } from "../../schema/typing/composite-key.ts";
import type { Key, Row } from "../../storage/index.ts";
import { compareValues, type JsonValue, type Value } from "../../values/index.ts";

/** The key that cells name by its parts, or by `_ComputedKey` where a part is missing; undefined when incomplete. */
export function keyFrom(
  table: TableDefinition,
  cells: readonly (Value | undefined)[],
  computedKey: JsonValue = null,
  reading = FOR_ALL,
): Key | undefined {
  if (table.key.every((column) => isGiven(table, column, cells[column.index])))
    return table.key.map(({ index }) => cells[index] ?? null);
  if (typeof computedKey !== "string" || table.key.length < 2) return undefined;
  return splitKey(table, computedKey, reading);
}

/** Whether a cell says what a part of a key is. In a table of another program a blank may be an empty text. */
export function isGiven(table: TableDefinition, { type }: KeyColumn, cell: Value | undefined): boolean {
  if (cell === null) return table.source !== undefined && valueFamilyOf(type) === "text";
  return cell !== undefined;
}

type KeyColumn = TableDefinition["key"][number];

/** The parts of a computed key; those that are not written as in every key are read as a caller writes them, where there is one. */
export function splitKey(table: TableDefinition, computedKey: string, reading = FOR_ALL): Key | undefined {
  const key = readCompositeKey(table.key, computedKey, reading);
  return key?.every((part, at) => isGiven(table, table.key[at] as KeyColumn, part)) ? key : undefined;
}

const FOR_ALL: Pick<Reading, "locale" | "timeZone"> = { locale: "en-US", timeZone: "UTC" };

/** The key parts of a stored row. */
export function keyOfRow(table: TableDefinition, row: Row): Key {
  return table.key.map(({ index }) => row[index] ?? null);
}

/** A key as people read it, and as every Locale reads it: a date or a time in ISO form, of several columns as `_ComputedKey`. */
export function writeKey(table: TableDefinition, key: Key): string {
  const [only, second] = table.key;
  if (only === undefined || second !== undefined) return recordedKey(table, key);
  return String(writeJson(key[0] ?? null, only.type) ?? "");
}

/** What the journal calls a row, whatever version wrote it: the value of its one key column as it is held. */
export function recordedKey(table: TableDefinition, key: Key): string {
  const row: Value[] = [];
  for (const [index, part] of key.entries()) row[table.key[index]?.index ?? 0] = part;
  return String(keyOf(row, table.scope) ?? "");
}

/** A key of the journal as people read it. */
export function shownKey(table: TableDefinition, recorded: string): string {
  const [only, second] = table.key;
  const isHeldAsNumber = only !== undefined && second === undefined && isTemporal(only.type);
  return isHeldAsNumber && recorded !== "" ? writeKey(table, [Number(recorded)]) : recorded;
}

/** How the store names the row of a key; a text that only looks like a computed key may name a row of another. */
export function storedKey(table: TableDefinition, key: Value): readonly Value[] | undefined {
  if (key === null) return undefined;
  if (table.key.length === 1) return [key];
  return typeof key === "string" ? splitKey(table, key) : undefined;
}

/** The order of rows that have no numbers: that of their keys, texts by code points, as databases give them. */
export function compareKeys({ key }: TableDefinition, one: Row, other: Row): number {
  for (const { index, type } of key) {
    const family = valueFamilyOf(type);
    const exact = family === "text" ? "point" : family;
    const order = compareValues(one[index] ?? null, other[index] ?? null, exact);
    if (order !== 0) return order;
  }
  return 0;
}
