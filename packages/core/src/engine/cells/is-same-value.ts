import type { Value } from "../../values/index.ts";

/** Whether a value is the same to the last bit, list items included; unlike the language's equality it sees case. */
export function isSameValue(a: Value, b: Value): boolean {
  if (!Array.isArray(a) || !Array.isArray(b)) return a === b;
  return a.length === b.length && a.every((item, index) => isSameValue(item, b[index] ?? null));
}
