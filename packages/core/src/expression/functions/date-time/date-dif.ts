import { civilOf } from "../../../values/index.ts";
import { checkWord, defineFunction } from "../define-function.ts";
import { addMonths, dayAt } from "./calendar.ts";

/** How each unit counts from the first day to the last, of which so many whole months have passed. */
const units: Readonly<Record<string, (start: number, end: number, months: number) => number>> = {
  Y: (_start, _end, months) => Math.trunc(months / 12),
  M: (_start, _end, months) => months,
  D: (start, end) => end - start,
  YM: (_start, _end, months) => months % 12,
  MD: (start, end, months) => end - (addMonths(start, months) ?? end),
  YD: (start, end, months) => end - (addMonths(start, months - (months % 12)) ?? end),
};

export const dateDif = defineFunction("date and time", {
  signature: "DATEDIF(start: Temporal, end: Temporal, unit: Name): Number",
  summary: "The whole years, months or days from one date to a later one.",
  details:
    "The unit is Y, M or D; YM is months without years, MD days without months, YD days without years. Blank if the second date is earlier.",
  largest: 2 ** 32,
  unifyArguments: checkWord("DATEDIF", 2, "unit", Object.keys(units)),
  evaluate: (start, end, unit) => {
    const [first, last] = [dayAt(start), dayAt(end)];
    if (first > last) return null;
    return units[unit.toUpperCase()]?.(first, last, wholeMonths(first, last)) ?? null;
  },
  examples: [
    ['DATEDIF("3/15/2000", "3/14/2026", "Y")', 25],
    ['DATEDIF("1/31/2026", "3/1/2026", "MD")', 1],
  ],
});

function wholeMonths(first: number, last: number): number {
  const [from, to] = [civilOf(first), civilOf(last)];
  return (to.year - from.year) * 12 + to.month - from.month - (to.day < from.day ? 1 : 0);
}
