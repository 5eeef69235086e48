import { weekdayOf } from "../../../values/index.ts";
import { defineFunction } from "../define-function.ts";
import { addWorkdays, dayAt } from "./calendar.ts";

export const workday = defineFunction("date and time", {
  signature: "WORKDAY(when: Temporal, days: Number, [holidays: List of Date]): Date",
  about: { holidays: { description: "Dates that are no workdays." } },
  summary: "The date a number of workdays, Monday to Friday, after a date.",
  details:
    "The date is not counted. A negative number goes back; 0 or a blank gives the date itself, even on a weekend. A result outside the years 1 to 9999 is blank.",
  blanks: "accept",
  uses: "request",
  evaluate: (when, days, holidays, { meter }) => {
    if (when === null) return null;
    const start = dayAt(when);
    if (days === null || days === 0) return start;
    const arrival = addWorkdays(start, days);
    if (arrival === null || !holidays || holidays.length === 0) return arrival;
    meter.spend(holidays.length * Math.ceil(Math.log2(holidays.length + 1)));
    return skipHolidays(start, arrival, holidays, Math.sign(days));
  },
  examples: [
    ['WORKDAY("3/13/2026", 1)', "2026-03-16"],
    ['WORKDAY("12/1/2019", 25, LIST("12/24/2019", "12/25/2019", "1/1/2020"))', "2020-01-08"],
    ['WORKDAY("3/16/2026", -1)', "2026-03-13"],
    ['WORKDAY("3/14/2026", 0)', "2026-03-14"],
  ],
});

/** Every holiday that is met on the way pushes the arrival one weekday further, past which more may lie. */
function skipHolidays(
  start: number,
  arrival: number,
  holidays: readonly (number | null)[],
  direction: number,
): number | null {
  const free = new Set<number>();
  for (const day of holidays) {
    const isAhead = day !== null && (day - start) * direction > 0;
    if (isAhead && weekdayOf(day) !== 1 && weekdayOf(day) !== 7) free.add(day);
  }
  let reached: number | null = arrival;
  for (const day of [...free].sort((a, b) => (a - b) * direction)) {
    if (reached === null || (day - reached) * direction > 0) break;
    reached = addWorkdays(reached, direction);
  }
  return reached;
}
