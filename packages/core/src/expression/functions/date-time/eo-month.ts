import { defineFunction } from "../define-function.ts";
import { dayAt, endOfMonth } from "./calendar.ts";

export const eoMonth = defineFunction("date and time", {
  signature: "EOMONTH(when: Temporal, months: Number): Date",
  summary: "The last day of a month, counted from the month of a date.",
  details:
    "0 is the month of the date, a negative number goes back. EOMONTH([Date], -1) + 1 is the first of the month.",
  blanks: "accept",
  evaluate: (when, months) => (when === null ? null : endOfMonth(dayAt(when), months ?? 0)),
  examples: [
    ['EOMONTH("2/10/2000", 0)', "2000-02-29"],
    ['EOMONTH("12/31/2025", 2)', "2026-02-28"],
    ["EOMONTH(TODAY(), -1) + 1", "2026-03-01", "2026-03-14T15:09:26"],
  ],
});
