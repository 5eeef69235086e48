import { normalText, type Value } from "../../values/index.ts";

/** Whether a value is the same to the last bit, list items included; unlike the language's equality it sees case. */
export function isSameValue(a: Value, b: Value): boolean {
  if (!Array.isArray(a) || !Array.isArray(b)) return a === b;
  return a.length === b.length && a.every((item, index) => isSameValue(item, b[index] ?? null));
}

/** What a cell becomes that is sent: the stored value where it is the same in normal form, so that a row that was read can be sent back. */
export function storedOrSent(stored: Value, sent: Value): Value {
  if (typeof sent === "string" && typeof stored === "string")
    return sent !== stored && normalText(stored) === sent ? stored : sent;
  if (!Array.isArray(sent) || !Array.isArray(stored) || sent.length !== stored.length) return sent;
  const items = stored.map((item, at) => storedOrSent(item, sent[at] ?? null));
  return isSameValue(items, stored) ? stored : sent;
}
