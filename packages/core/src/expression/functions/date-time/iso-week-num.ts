import { defineFunction } from "../define-function.ts";
import { dayAt, isoWeekOf } from "./calendar.ts";

export const isoWeekNum = defineFunction("date and time", {
  signature: "ISOWEEKNUM(when: Temporal): Number",
  summary: "The ISO 8601 week of the year of a date, in weeks that begin on Monday.",
  details:
    "A week belongs to the year of its Thursday: the first days of January may be in week 52 or 53. A blank and a text that is no date give 0.",
  largest: 53,
  blanks: "accept",
  evaluate: (when) => (when === null ? 0 : isoWeekOf(dayAt(when))),
  examples: [
    ['ISOWEEKNUM("1/3/2021")', 53],
    ['ISOWEEKNUM("1/4/2021")', 1],
    ['ISOWEEKNUM("12/31/2018")', 1],
    ['ISOWEEKNUM("soon")', 0],
  ],
});
