import type { Value } from "../../values/index.ts";
import type { Node, RowSlot } from "./node.ts";
import type { TableScope } from "./scope.ts";
import type { Type } from "./type.ts";
import { writeValue } from "./value-forms.ts";

/** Separates the parts of a composite key. */
const KEY_SEPARATOR = ": ";

/** The key of a row as one value: the key column's own, or the parts of a composite key as one text. An item of a list is its own. */
export function keyOf(row: readonly Value[], table: TableScope): Value {
  if (table.items !== undefined) return row;
  const [only, second] = table.key;
  if (second === undefined) return only === undefined ? null : (row[only.index] ?? null);
  return keyTextOfRow(row, table);
}

/** The row that an item of a list is. A blank object is one without members. */
export function rowOfItem(item: Value, { items }: TableScope): readonly Value[] {
  return (item ?? (items === "objects" ? NO_MEMBERS : null)) as readonly Value[];
}

const NO_MEMBERS: readonly Value[] = [];

/** The key of a row as text, the parts of a composite one joined. */
function keyTextOfRow(row: readonly Value[], { key }: TableScope): string {
  return joinKey(key.map((part) => keyTextOf(row[part.index] ?? null, part.type)));
}

/** The text of a key, that of one part as it is. A backslash precedes the blank of a separator within a part, and of a backslash before a blank. */
export function joinKey(parts: readonly string[]): string {
  if (parts.length === 1) return parts[0] ?? "";
  return parts
    .map((part) => part.replaceAll("\\ ", "\\\\ ").replaceAll(KEY_SEPARATOR, ":\\ "))
    .join(KEY_SEPARATOR);
}

/** The parts that `joinKey` has joined to a text. */
export function splitKeyText(text: string): string[] {
  return text.split(KEY_SEPARATOR).map((part) => part.replaceAll("\\ ", " "));
}

/** A part of a key as text. */
export function keyTextOf(value: Value, type: Type): string {
  return writeValue(value, type, KEY_LOCALE);
}

/** Keys are the same for every caller, so the caller's Locale has no say in them. */
export const KEY_LOCALE = "en-US";

/** Whether a node is the key of the row of a table in `slot`. */
export function isKeyOf(node: Node, slot: RowSlot, { key }: TableScope): boolean {
  if (node.op === "computed-key") return node.slot === slot;
  return key.length === 1 && node.op === "column" && node.slot === slot && node.index === key[0]?.index;
}
