import { weekdayOf } from "../../../values/index.ts";
import { defineFunction } from "../define-function.ts";
import { dayAt, daysIntoYear } from "./calendar.ts";

export const weekNum = defineFunction("date and time", {
  signature: "WEEKNUM(when: Temporal): Number",
  summary: "The week of the year of a date, in weeks that begin on Sunday.",
  details:
    "January 1 is in week 1, so a year has 53 or 54 weeks. A blank and a text that is no date give 0. ISOWEEKNUM begins weeks on Monday.",
  largest: 54,
  blanks: "accept",
  evaluate: (when) => (when === null ? 0 : weekOf(dayAt(when))),
  examples: [
    ['WEEKNUM("1/1/2022")', 1],
    ['WEEKNUM("1/2/2022")', 2],
    ['WEEKNUM("12/31/2019")', 53],
    ['WEEKNUM("")', 0],
  ],
});

function weekOf(day: number): number {
  const passed = daysIntoYear(day);
  return Math.floor((passed + weekdayOf(day - passed) - 1) / 7) + 1;
}
