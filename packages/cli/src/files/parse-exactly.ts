import { isHeldExactly } from "@tablewright/core";
import type { JsonValue } from "@tablewright/core/expression";

/**
 * JSON in which a number that a double would change is what `instead` makes of its digits; by default they stay a text, which reads to the
 * same value or is refused with the digits that were written. A byte order mark before it is skipped, as editors on Windows write one.
 */
export function parseExactly(
  written: string,
  instead: (digits: string) => JsonValue = (digits) => digits,
): JsonValue {
  const text = written.replace(/^\uFEFF/u, "");
  if (!MAY_CHANGE.test(text)) return JSON.parse(text);
  return JSON.parse(text, (_, value, context?: { readonly source?: string }) => {
    const { source } = context ?? {};
    return typeof value !== "number" || source === undefined || isHeldExactly(source)
      ? value
      : instead(source);
  });
}

/** Every number of fewer digits and a small power is held. */
const MAY_CHANGE = /[\d.]{16}|\d[eE][+-]?\d{2}/u;
