import { defineFunction } from "../define-function.ts";

export const trim = defineFunction("text", {
  signature: "TRIM(text: Text): Text",
  summary: "A text without blanks at its ends and with single blanks inside.",
  details:
    "Only the plain blank counts: tabs, line ends and no-break spaces stay. Nothing but blanks gives blank.",
  evaluate: trimBlanks,
  examples: [
    ['TRIM("  12   Harbour  Street ")', "12 Harbour Street"],
    ['TRIM("   ")', null],
  ],
});

/** A text without blanks at its ends and with single blanks inside; null where nothing is left. */
export function trimBlanks(text: string): string | null {
  const single = text.replace(/ {2,}/g, " ");
  return single.slice(single.startsWith(" ") ? 1 : 0, single.endsWith(" ") ? -1 : undefined) || null;
}
