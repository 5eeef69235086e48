import { dayOf } from "../../../values/index.ts";
import { defineFunction } from "../define-function.ts";
import { dayAt } from "./calendar.ts";

export const day = defineFunction("date and time", {
  signature: "DAY(when: Temporal): Number",
  summary: "The day of the month of a date, 1 to 31.",
  details: "A blank and a text that is no date give 0. A time of day gives 30, from its date 12/30/1899.",
  largest: 31,
  blanks: "accept",
  evaluate: (when) => (when === null ? 0 : dayOf(dayAt(when))),
  examples: [
    ['DAY("5/23/2021")', 23],
    ["DAY(EOMONTH(TODAY(), 0))", 31, "2026-03-14T15:09:26"],
    ['DAY("hello")', 0],
  ],
});
