import type { Key, Value } from "@tablewright/core/storage";

/** A key as one scalar, the same for two keys of a table exactly when all their parts are the same. */
export function encodeKey(key: Key): Scalar {
  const [only] = key;
  return key.length === 1 && !isList(only) ? (only ?? null) : JSON.stringify(key);
}

/** `encodeKey` of the parts of a row at the positions `parts`. */
export function encodeKeyOf(row: readonly Value[], parts: readonly number[]): Scalar {
  const [only = 0] = parts;
  const value = row[only] ?? null;
  return parts.length === 1 && !isList(value) ? value : encodeKey(parts.map((part) => row[part] ?? null));
}

function isList(value: Value | undefined): value is readonly Value[] {
  return Array.isArray(value);
}

/** What a hash table can be keyed by; keys are the same when they are `===`. */
export type Scalar = string | number | boolean | null;

/**
 * A whole number from 0 to 2³⁰ − 1 that spreads keys evenly; the same for the same key. It differs from process to
 * process, so that no caller can choose keys that all fall on one.
 */
export function scatter(key: Scalar): number {
  if (typeof key === "string") return scatterText(key);
  if (typeof key !== "number") return key === null ? 1 : key ? 2 : 3;
  return Number.isInteger(key)
    ? mix((key | 0) ^ Math.imul(key / 2 ** 32, 31) ^ SEED)
    : scatterText(String(key));
}

const SEED = Math.floor(Math.random() * 2 ** 32);

function scatterText(text: string): number {
  let hash = SEED;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return mix(hash);
}

/** Small enough to be held in an array without a box. */
function mix(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 16), 0x9e3779b1);
  return (mixed ^ (mixed >>> 15)) & 0x3fffffff;
}
