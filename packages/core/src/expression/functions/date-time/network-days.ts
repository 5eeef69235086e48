import { defineFunction } from "../define-function.ts";
import { dayAt, workdaysUntil } from "./calendar.ts";

export const networkDays = defineFunction("date and time", {
  signature: "NETWORKDAYS(start: Temporal, end: Temporal, [holidays: List of Date]): Number",
  about: { holidays: { description: "Dates that are no workdays." } },
  summary: "The number of workdays, Monday to Friday, from one date to another, both counted.",
  details: "Below 0 where the second date comes first. A holiday counts once, and not on a weekend.",
  largest: 2 ** 32,
  uses: "budget",
  evaluate: (start, end, holidays = [], { meter }) => {
    meter.spend(holidays.length);
    const [first, last] = [dayAt(Math.min(start, end)), dayAt(Math.max(start, end))];
    const isFree = (day: number | null): day is number =>
      day !== null && day >= first && day <= last && workdaysUntil(day) > workdaysUntil(day - 1);
    const free = new Set(holidays.filter(isFree));
    const count = workdaysUntil(last) - workdaysUntil(first - 1) - free.size;
    return start > end ? -count + 0 : count;
  },
  examples: [
    ['NETWORKDAYS("3/13/2026", "3/16/2026")', 2],
    ['NETWORKDAYS("12/24/2026", "12/31/2026", LIST("12/25/2026"))', 5],
  ],
});
