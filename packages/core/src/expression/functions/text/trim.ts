import { defineFunction } from "../define-function.ts";
import { trimBlanks } from "./trim-blanks.ts";

export const trim = defineFunction({
  name: "TRIM",
  category: "text",
  summary: "A text without blanks at its ends and with single blanks inside.",
  details:
    "Only the plain blank counts: tabs, line ends and no-break spaces stay. Nothing but blanks gives blank.",
  parameters: [{ name: "text", type: "Text" }],
  result: "Text",
  evaluate: trimBlanks,
  examples: [
    ['TRIM("  12   Harbour  Street ")', "12 Harbour Street"],
    ['TRIM("   ")', null],
  ],
});
