import type { Key, Value } from "@tablewright/core/storage";
import type { Scalar } from "./scatter.ts";

/** A key as one scalar, the same for two keys of a table exactly when all their parts are the same. */
export function encodeKey(key: Key): Scalar {
  const [only] = key;
  return key.length === 1 && !isList(only) ? (only ?? null) : JSON.stringify(key);
}

/** `encodeKey` of the parts of a row that stand at the positions `parts`. */
export function encodeKeyOf(row: readonly Value[], parts: readonly number[]): Scalar {
  const [only = 0] = parts;
  const value = row[only] ?? null;
  return parts.length === 1 && !isList(value) ? value : encodeKey(parts.map((part) => row[part] ?? null));
}

function isList(value: Value | undefined): value is readonly Value[] {
  return Array.isArray(value);
}
