import type { ParsingComponents } from "chrono-node/en";
import { civilOf, dayNumberOf, SECONDS_PER_DAY } from "../../../values/index.ts";
import { addMonths, dayAt, secondsOrBlank } from "../../functions/date-time/calendar.ts";
import type { Amount } from "./amounts-in.ts";

/**
 * Chrono reckons with the machine's time zone, whose clock changes would show in its answers. So it is given years this
 * much earlier, when no zone changed its clock; the calendar of 400 years repeats to the day of the week.
 */
export const YEARS_AWAY = 40_000;

/** Wall-clock seconds as chrono sees them. */
export function awayDate(seconds: number): Date {
  const { year, month, day } = civilOf(dayAt(seconds));
  const time = seconds - dayAt(seconds) * SECONDS_PER_DAY;
  return new Date(
    year - YEARS_AWAY,
    month - 1,
    day,
    Math.floor(time / 3600),
    Math.floor(time / 60) % 60,
    time % 60,
  );
}

/** The wall-clock seconds that components mean, what they imply included; blank for a day that does not exist. */
export function wallSeconds(components: Pick<ParsingComponents, "get">): number | null {
  const part = (name: "year" | "month" | "day" | "hour" | "minute" | "second") => components.get(name) ?? 0;
  const day = dayNumberOf(part("year") + YEARS_AWAY, part("month"), part("day"));
  return day === null
    ? null
    : day * SECONDS_PER_DAY + part("hour") * 3600 + part("minute") * 60 + part("second");
}

/** Makes components mean a day. */
export function assignDay(components: ParsingComponents, day: number): void {
  const civil = civilOf(day);
  components
    .assign("year", civil.year - YEARS_AWAY)
    .assign("month", civil.month)
    .assign("day", civil.day);
}

/** Makes components mean a day and a time. */
export function assignSeconds(components: ParsingComponents, seconds: number): void {
  const time = seconds - dayAt(seconds) * SECONDS_PER_DAY;
  assignDay(components, dayAt(seconds));
  components
    .assign("hour", Math.floor(time / 3600))
    .assign("minute", Math.floor(time / 60) % 60)
    .assign("second", time % 60);
}

/** The moment an amount of time after another, or before it; blank beyond the calendar. */
export function shifted(from: number, amount: Amount, direction: 1 | -1): number | null {
  const day = addMonths(dayAt(from), direction * amount.months);
  if (day === null) return null;
  return secondsOrBlank(
    day * SECONDS_PER_DAY + (from - dayAt(from) * SECONDS_PER_DAY) + direction * amount.seconds,
  );
}
