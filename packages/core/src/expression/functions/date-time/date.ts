import { defineFunction } from "../define-function.ts";
import { dayAt } from "./calendar.ts";

export const date = defineFunction({
  name: "DATE",
  category: "date and time",
  summary: "The date of a DateTime, or of a text that holds one.",
  details:
    "Text is read in the Locale's form or as YYYY-MM-DD; a text that is no date gives blank. A time of day has no date of its own and counts as 12/30/1899, the day spreadsheets count from.",
  parameters: [{ name: "when", type: "Temporal" }],
  result: "Date",
  evaluate: dayAt,
  examples: [
    ['DATE("4/1/2010")', "2010-04-01"],
    ["DATE(NOW())", "2026-03-14", "2026-03-14T15:09:26"],
    ['DATE("02/29/2023")', null],
    ['DATE("3:14")', "1899-12-30"],
  ],
});
