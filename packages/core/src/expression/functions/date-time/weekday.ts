import { weekdayOf } from "../../../values/index.ts";
import { defineFunction } from "../define-function.ts";
import { dayAt } from "./calendar.ts";

export const weekday = defineFunction("date and time", {
  signature: "WEEKDAY(when: Temporal): Number",
  summary: "The day of the week of a date, from 1 for Sunday to 7 for Saturday.",
  details: "A blank and a text that is no date give 0.",
  largest: 7,
  blanks: "accept",
  evaluate: (when) => (when === null ? 0 : weekdayOf(dayAt(when))),
  examples: [
    ['WEEKDAY("3/15/2026")', 1],
    ["TODAY() - WEEKDAY(TODAY()) + 6", "2026-03-13", "2026-03-14T15:09:26"],
    ['WEEKDAY("some day")', 0],
  ],
});
