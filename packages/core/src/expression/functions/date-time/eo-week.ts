import { weekdayOf } from "../../../values/index.ts";
import { defineFunction } from "../define-function.ts";
import { dayAt, dayOrBlank } from "./calendar.ts";

export const eoWeek = defineFunction("date and time", {
  signature: "EOWEEK(when: Temporal): Date",
  summary: "The Saturday that ends the week of a date.",
  details:
    "Weeks run from Sunday to Saturday; a Saturday is its own end. EOWEEK([Date]) - 6 is the Sunday before.",
  evaluate: (when) => {
    const day = dayAt(when);
    return dayOrBlank(day + 7 - weekdayOf(day));
  },
  examples: [
    ['EOWEEK("12/28/2025")', "2026-01-03"],
    ['EOWEEK("3/15/2020 14:00:00")', "2020-03-21"],
    ["EOWEEK(TODAY())", "2026-03-14", "2026-03-14T15:09:26"],
  ],
});
