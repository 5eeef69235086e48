import { defineFunction } from "../define-function.ts";
import { dayAt } from "./calendar.ts";

export const date = defineFunction("date and time", {
  signature: "DATE(when: Temporal): Date",
  summary: "The date of a DateTime, or of a text that holds one.",
  details:
    "A text is read in the Locale's form or as YYYY-MM-DD, else it is blank. A time of day has the date 12/30/1899.",
  evaluate: dayAt,
  examples: [
    ['DATE("4/1/2010")', "2010-04-01"],
    ["DATE(NOW())", "2026-03-14", "2026-03-14T15:09:26"],
    ['DATE("02/29/2023")', null],
    ['DATE("3:14")', "1899-12-30"],
  ],
});
