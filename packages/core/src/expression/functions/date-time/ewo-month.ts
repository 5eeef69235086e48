import { weekdayOf } from "../../../values/index.ts";
import { defineFunction } from "../define-function.ts";
import { dayAt, endOfMonth } from "./calendar.ts";

export const ewoMonth = defineFunction("date and time", {
  signature: "EWOMONTH(when: Temporal, months: Number): Date",
  summary: "The last weekday, Monday to Friday, of a month counted from the month of a date.",
  details: "As EOMONTH, but a Saturday or Sunday becomes the Friday before. WORKDAY knows holidays.",
  blanks: "accept",
  evaluate: (when, months) => {
    const last = when === null ? null : endOfMonth(dayAt(when), months ?? 0);
    return last === null ? null : last - (DAYS_AFTER_FRIDAY[weekdayOf(last)] ?? 0);
  },
  examples: [
    ['EWOMONTH("3/15/2020", 3)', "2020-06-30"],
    ['EWOMONTH("5/5/2026", 0)', "2026-05-29"],
    ["EWOMONTH(TODAY(), -1)", "2026-02-27", "2026-03-14T15:09:26"],
  ],
});

/** By day of the week: Saturday is one day late, Sunday two. */
const DAYS_AFTER_FRIDAY: Readonly<Record<number, number>> = { 7: 1, 1: 2 };
