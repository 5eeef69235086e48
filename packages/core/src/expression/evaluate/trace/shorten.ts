import type { JsonValue } from "../../../values/index.ts";
import { traceLimits } from "./trace-limits.ts";

/** A value as a trace shows it, and its length where that is more than what is shown. */
export function shorten(value: JsonValue): { readonly value: JsonValue; readonly cut?: number } {
  if (typeof value === "string" && value.length > traceLimits.text)
    return { value: shortText(value), cut: value.length };
  if (!Array.isArray(value)) return { value };
  const items = value.slice(0, traceLimits.items).map((item) => shorten(item).value);
  return value.length > items.length ? { value: items, cut: value.length } : { value: items };
}

/** The first characters of a text, whole ones. */
export function shortText(text: string): string {
  if (text.length <= traceLimits.text) return text;
  return text.slice(0, traceLimits.text).replace(/[\uD800-\uDBFF]$/, "");
}
