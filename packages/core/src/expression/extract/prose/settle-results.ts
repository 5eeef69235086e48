import type { ParsingComponents, ParsingResult } from "chrono-node/en";
import {
  civilOf,
  dayNumberOf,
  localeForms,
  matchAt,
  SECONDS_PER_DAY,
  wallSecondsOf,
  weekdayOf,
} from "../../../values/index.ts";
import { addMonths, dayAt, secondsOrBlank } from "../../functions/date-time/calendar.ts";
import type { RequestContext } from "../../runtime/request-context.ts";
import type { Amount } from "./amounts-in.ts";

/** Chrono's results in a text as we take them: likely ones only, in the years that are far away, with our rules for what is left out. */
export function settleResults(
  text: string,
  results: readonly ParsingResult[],
  request: RequestContext,
): ParsingResult[] {
  const isDayFirst = localeForms(request.locale)?.dateOrder === "DMY";
  const likely = results.filter((result) => isLikely(result) && isWhole(text, result, isDayFirst));
  for (const result of likely) {
    if (isDayFirst) putDayFirst(result);
    if (result.text.includes("?")) delete result.end; // "at 4pm? 5 people" is no stretch of time
    endInAfternoon(result);
    beginInMorning(result);
    beginAtMidnight(text, result);
    for (const components of result.end ? [result.start, result.end] : [result.start]) {
      moveYearAway(components);
      applyOffset(components, request);
      const isPlainWeekday =
        components.isOnlyWeekdayComponent() && !/\b(?:this|last|past|next)\b/i.test(result.text);
      if (isPlainWeekday) implyNextWeekday(components, dayAt(request.now));
      if (components.isDateWithUnknownYear())
        components.imply("year", civilOf(dayAt(request.now)).year - YEARS_AWAY);
    }
  }
  return likely;
}

/** Puts a year that the text names as far away as the others; no reading of a text has a year as early as that. */
export function moveYearAway(components: ParsingComponents): void {
  const year = components.get("year");
  if (year === null || year < -YEARS_AWAY / 2) return;
  if (components.isCertain("year")) components.assign("year", year - YEARS_AWAY);
  else components.imply("year", year - YEARS_AWAY);
}

function isLikely({ text, start }: ParsingResult): boolean {
  const words = text.replace(/[^\p{L}\p{N}:.?~\u2013-]+/gu, " ").trim();
  if (/^(?:sat|sun|wed|mar|march)$/.test(words)) return false;
  if (!start.isCertain("hour") || start.isCertain("day")) return true;
  return !(
    BARE_NUMBERS.test(words) ||
    UNMARKED_TIME.test(words) ||
    HALF_MARKED.test(words) ||
    /^\d{3,}:/.test(words)
  );
}

/** Whether a result is complete: no part of an address, of "24/7", or of days that are not counted here. */
function isWhole(whole: string, { index, text, start }: ParsingResult, isDayFirst: boolean): boolean {
  const before = whole.slice(Math.max(0, index - LONGEST_COUNT), index);
  if (OTHER_DAYS.test(before)) return false;
  if (!start.tags().has("parser/SlashDateFormatParser")) return true;
  if (/\d[./-]$/.test(before) || matchAt(/[./-]\d/y, whole, index + text.length) !== undefined) return false;
  const [, first, second] = /^(\d{1,2})[/.-](\d{1,2})$/.exec(text.trim()) ?? [];
  if (first === undefined) return true;
  return Number(isDayFirst ? second : first) <= 12 && !(first === "24" && second === "7");
}

/** "3 business days from", which is not counted: then the moment after it is not meant either. */
const OTHER_DAYS =
  /(?:business|working|trading|banking|calendar|school|court|week)[ -]?(?:days?|weeks?) (?:from|after|before|prior to|since|following) (?:the )?$/iu;
const LONGEST_COUNT = 40;

/** "3 to 5", which may count anything; "at 330", a house; "5 a day". "To 4p" ends a stretch of time. */
const BARE_NUMBERS = /^\d+ ?(?:to|-|\u2013|~|until|through|till) ?\d+$/i;
const UNMARKED_TIME = /(?<![\d:.])\d{3,4}(?![\d:.]| ?[ap]\.?m)/i;
const HALF_MARKED = /(?:\d [ap]|^(?:at )?[\d:.]+[ap])$/i;

/** Chrono takes the month first, where both readings are possible. */
function putDayFirst({ text, start }: ParsingResult): void {
  if (!start.tags().has("parser/SlashDateFormatParser")) return;
  const [, day, month] = /^(\d{1,2})[/.-](\d{1,2})/.exec(text) ?? [];
  if (Number(month) <= 12) start.assign("day", Number(day)).assign("month", Number(month));
}

/** "From 9 to 5" ends in the afternoon, where chrono takes the next morning. */
function endInAfternoon({ start, end }: ParsingResult): void {
  if (!end || [start, end].some((time) => !time.isCertain("hour") || time.isCertain("meridiem"))) return;
  const hour = end.get("hour") ?? 0;
  if (hour > (start.get("hour") ?? 0) || hour + 12 > 23) return;
  end.assign("hour", hour + 12);
  for (const part of ["year", "month", "day"] as const) end.imply(part, start.get(part) ?? 0);
}

/** "9 to 5pm" begins in the morning, where chrono takes the evening before. */
function beginInMorning({ start, end }: ParsingResult): void {
  if (!end?.isCertain("meridiem") || start.isCertain("meridiem")) return;
  const hour = start.get("hour") ?? 0;
  if (hour <= 12 || hour <= (end.get("hour") ?? 0)) return;
  start.assign("hour", hour - 12);
  for (const part of ["year", "month", "day"] as const)
    if (!end.isCertain(part)) end.imply(part, start.get(part) ?? 0);
}

/** Midnight by itself is the next one; a span that begins with it begins with the day. */
function beginAtMidnight(whole: string, { index, text, start, end }: ParsingResult): void {
  if (end || start.isCertain("day") || !start.tags().has("casualReference/midnight")) return;
  if (matchAt(GOES_ON, whole, index + text.length) === undefined) return;
  const { year, month, day } = civilOf(dayAt(wallSeconds(start) ?? 0) - 1);
  start.imply("year", year).imply("month", month).imply("day", day);
}

const GOES_ON = / ?(?:-|\u2013|(?:to|until|till)(?!\p{L}))/iuy;

/** An ISO date-time with an offset is the caller's wall clock at that instant; no other words are taken for a zone. */
function applyOffset(components: ParsingComponents, { timeZone }: RequestContext): void {
  const minutes = components.isCertain("timezoneOffset") ? components.get("timezoneOffset") : null;
  components.delete("timezoneOffset");
  const wall = wallSeconds(components);
  if (minutes === null || wall === null || !components.tags().has("parser/ISOFormatParser")) return;
  assignSeconds(components, wallSecondsOf(wall - minutes * 60, timeZone));
}

/** A day of the week is the next one of its name, today included. */
function implyNextWeekday(components: ParsingComponents, today: number): void {
  const target = (components.get("weekday") ?? 0) + 1;
  const { year, month, day } = civilOf(today + ((target - weekdayOf(today) + 7) % 7));
  components
    .imply("year", year - YEARS_AWAY)
    .imply("month", month)
    .imply("day", day);
}

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
