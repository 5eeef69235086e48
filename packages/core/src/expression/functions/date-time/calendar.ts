import {
  civilOf,
  dayNumberOf,
  daysInMonth,
  FIRST_DAY,
  LAST_DAY,
  SECONDS_PER_DAY,
} from "../../../values/index.ts";

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
  const civil = civilOf(day);
  const { year, month } = monthAfter(day, months);
  return dayNumberOf(year, month, Math.min(civil.day, daysInMonth(year, month)));
}

/** The last day of the month so many months on; blank beyond the calendar. */
export function endOfMonth(day: number, months: number): number | null {
  const { year, month } = monthAfter(day, months);
  return dayNumberOf(year, month, daysInMonth(year, month));
}

/** How many days of its year have passed before a day. */
export function daysIntoYear(day: number): number {
  return day - (dayNumberOf(civilOf(day).year, 1, 1) ?? day);
}

function monthAfter(day: number, months: number): { readonly year: number; readonly month: number } {
  const { year, month } = civilOf(day);
  const index = year * 12 + month - 1 + months;
  return { year: Math.floor(index / 12), month: (((index % 12) + 12) % 12) + 1 };
}
