/** The calendar over day numbers. What is hard about it is date-fns's, on UTC dates: no machine's time zone plays a part. */
import { UTCDateMini } from "@date-fns/utc/date/mini";
import { addMonths as addMonthsTo } from "date-fns/addMonths";
import { lastDayOfMonth } from "date-fns/lastDayOfMonth";
import { startOfMonth } from "date-fns/startOfMonth";
import { startOfQuarter } from "date-fns/startOfQuarter";
import { startOfYear } from "date-fns/startOfYear";
import {
  BoundedCache,
  civilOf,
  dayNumberOf,
  FIRST_DAY,
  LAST_DAY,
  monthOf,
  SECONDS_PER_DAY,
  weekdayOf,
  yearOf,
} from "../../../values/index.ts";

const MILLISECONDS_PER_DAY = SECONDS_PER_DAY * 1000;

/** The day number of wall-clock seconds. */
export function dayAt(seconds: number): number {
  return Math.floor(seconds / SECONDS_PER_DAY);
}

/** A day number inside the years 1 to 9999, else blank. */
export function dayOrBlank(day: number): number | null {
  return day >= FIRST_DAY && day <= LAST_DAY ? day : null;
}

/** Wall-clock seconds inside the years 1 to 9999, else blank. */
export function secondsOrBlank(seconds: number): number | null {
  return dayOrBlank(dayAt(seconds)) === null ? null : seconds;
}

/** The same day of the month so many months on, the last one where the month is shorter; blank beyond the calendar. */
export function addMonths(day: number, months: number): number | null {
  return dayOf(addMonthsTo(dateOf(day), months));
}

/** The last day of the month so many months on; blank beyond the calendar. */
export function endOfMonth(day: number, months: number): number | null {
  const month = yearOf(day) * 12 + monthOf(day) + months;
  return monthEnds.getOrMake(month, () => dayOf(lastDayOfMonth(addMonthsTo(dateOf(day), months))));
}

/** Rows repeat their months and days, and the library takes ten to twenty times as long as a look here. */
const monthEnds = new BoundedCache<number, number | null>(5_000);

/** The day so many days from Monday to Friday on, not 0; a start on a weekend is not counted. Blank beyond the calendar. */
export function addWorkdays(day: number, count: number): number | null {
  const index = count > 0 ? workdaysUntil(day) + count : workdaysUntil(day - 1) + 1 + count;
  const week = Math.floor((index - 1) / 5);
  return dayOrBlank(week * 7 + (index - 1 - week * 5) - 3);
}

/** Days from Monday to Friday up to a day, counted from the Sunday four days before day 0. */
export function workdaysUntil(day: number): number {
  return Math.floor((day + 4) / 7) * 5 + Math.min(weekdayOf(day) - 1, 5);
}

/** The ISO 8601 week of the year, 1 to 53: that of the Thursday of the same week. */
export function isoWeekOf(day: number): number {
  const thursday = day + 3 - ((weekdayOf(day) + 5) % 7);
  return Math.floor(daysIntoYear(thursday) / 7) + 1;
}

/** How many days of its year have passed before a day. */
export function daysIntoYear(day: number): number {
  return day - (dayNumberOf(civilOf(day).year, 1, 1) ?? day);
}

/** A span of the calendar; a week begins on a Sunday. */
export type PeriodKind = "week" | "month" | "quarter" | "year";

interface Period {
  readonly startOf: (date: Date) => Date;
  readonly add: (date: Date, count: number) => Date;
}

const periods: Readonly<Record<Exclude<PeriodKind, "week">, Period>> = {
  month: { startOf: startOfMonth, add: addMonthsTo },
  quarter: { startOf: startOfQuarter, add: (date, count) => addMonthsTo(date, count * 3) },
  year: { startOf: startOfYear, add: (date, count) => addMonthsTo(date, count * 12) },
};

/** The first day of the period that holds a day, or of the one so many periods on; blank beyond the calendar. */
export function startOfPeriod(kind: PeriodKind, day: number, count: number): number | null {
  if (kind === "week") return dayOrBlank(day - weekdayOf(day) + 1 + 7 * count);
  const { startOf, add } = periods[kind];
  return dayOf(add(startOf(dateOf(day)), count));
}

function dateOf(day: number): Date {
  return new UTCDateMini(day * MILLISECONDS_PER_DAY);
}

/** Midnight of a day as its number; blank beyond the calendar, and beyond what a date of the platform holds. */
function dayOf(date: Date): number | null {
  return dayOrBlank(date.getTime() / MILLISECONDS_PER_DAY);
}
