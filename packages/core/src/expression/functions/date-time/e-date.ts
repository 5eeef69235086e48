import { defineFunction } from "../define-function.ts";
import { addMonths, dayAt } from "./calendar.ts";

export const eDate = defineFunction("date and time", {
  signature: "EDATE(when: Temporal, months: Number): Date",
  summary: "The same day some months later, or the last day of a shorter month.",
  details:
    "A negative number goes back; a blank one counts as 0. A result outside the years 1 to 9999 is blank.",
  blanks: "accept",
  evaluate: (when, months) => (when === null ? null : addMonths(dayAt(when), months ?? 0)),
  examples: [['EDATE("1/31/2026", 1)', "2026-02-28"]],
});
