import { formsOf, type LocaleForms } from "../locale.ts";
import { dayNumberOf, FIRST_DAY, LAST_DAY, SECONDS_PER_DAY } from "./civil-date.ts";
import { wallSecondsOf } from "./time-zone.ts";

/** Longer texts are refused unread. */
const LONGEST = 64;

/**
 * A day number: `YYYY-MM-DD` or `YYYY/M/D` in every Locale, else the Locale's order with its own separator, `/`, `-`
 * or `.`. Four-digit years and days that exist only; null for anything else. Blanks around the text are ignored.
 */
export function readDate(text: string, locale: string): number | null {
  return text.length > LONGEST ? null : dateIn(text.trim(), locale);
}

/**
 * Seconds of the day: `H:MM[:SS]` of 24 hours, or `h:mm[:ss] AM|PM` in any case; null for anything else. A fraction of a second
 * is dropped.
 */
export function readTime(text: string): number | null {
  if (text.length > LONGEST) return null;
  const match = TIME.exec(text.trim());
  return match === null ? null : clockSeconds(match[1], match[2], match[3], match[4]);
}

/**
 * Wall-clock seconds: a date as `readDate` takes it, a blank or `T`, a time with an optional fraction, which is
 * dropped, and an optional `Z` or offset. With an offset the instant is turned into the wall clock of `timeZone` (a
 * name that `zoneOf` gives; UTC without one), without an offset the reading is kept. A date without a time is not read.
 */
export function readDateTime(text: string, locale: string, timeZone?: string): number | null {
  if (text.length > LONGEST) return null;
  const match = DATE_TIME.exec(text.trim());
  if (match === null) return null;
  const [, date = "", hours, minutes, seconds, half, offset] = match;
  const day = dateIn(date, locale);
  const clock = clockSeconds(hours, minutes, seconds, half);
  if (day === null || clock === null) return null;
  const wall = day * SECONDS_PER_DAY + clock;
  return offset === undefined ? wall : movedTo(wall, offset, timeZone);
}

/**
 * The day of a date and time at midnight: midnight as it is written, whatever its offset, or midnight on the wall clock of
 * `timeZone`. Null for another time of day and for anything else.
 */
export function readDayOfMidnight(text: string, locale: string, timeZone: () => string): number | null {
  if (text.length > LONGEST) return null;
  const written = readDateTime(text.replace(OFFSET, ""), locale);
  if (isMidnight(written)) return written / SECONDS_PER_DAY;
  const wall = hasOffset(text) ? readDateTime(text, locale, timeZone()) : null;
  return isMidnight(wall) ? wall / SECONDS_PER_DAY : null;
}

/** Whether a date and time ends with `Z` or an offset, so that its wall clock depends on a zone. */
export function hasOffset(text: string): boolean {
  return text.length <= LONGEST && OFFSET.test(text);
}

function isMidnight(wall: number | null): wall is number {
  return wall !== null && wall % SECONDS_PER_DAY === 0;
}

/** As `readDateTime`, but reads a date without a time too, as its midnight. */
export function readDateOrDateTime(text: string, locale: string, timeZone?: string): number | null {
  const day = readDate(text, locale);
  return day === null ? readDateTime(text, locale, timeZone) : day * SECONDS_PER_DAY;
}

/** Seconds: `[-]H+:MM[:SS]`, minutes and seconds below 60, any number of hours; null for anything else. */
export function readDuration(text: string): number | null {
  if (text.length > LONGEST) return null;
  const match = DURATION.exec(text.trim());
  if (match === null) return null;
  const [, sign, hours, minutes, seconds = "0"] = match;
  const total = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  if (!Number.isSafeInteger(total)) return null;
  return sign === "-" && total > 0 ? -total : total;
}

const TIME = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(?:\s?([AP])M)?$/i;
const DATE_TIME =
  /^([^\sT]+)(?:T|\s+)(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(?:\s?([AP])M)?(?:\s?(Z|[+-]\d{2}(?::?\d{2})?))?$/i;
const OFFSET = /(?<=:\d{2}(?:\.\d+)?(?:\s?[AP]M)?)\s?(?:Z|[+-]\d{2}(?::?\d{2})?)\s*$/i;
const DATE = /^(\d{1,4})([^\d\s])(\d{1,2})\2(\d{1,4})$/;
const DURATION = /^(-?)(\d+):([0-5]\d)(?::([0-5]\d))?$/;

/**
 * A year in front is always year, month, day, so no text has a second reading under another Locale's order. ISO dates
 * need no forms of the Locale, which are slow to ask for the first time.
 */
function dateIn(text: string, locale: string): number | null {
  const iso = readIsoDate(text);
  if (iso !== null) return iso;
  const match = DATE.exec(text);
  if (match === null) return null;
  const [, first = "", separator = "", second = "", third = ""] = match;
  if (first.length === 4 && third.length <= 2) {
    const isKnown =
      separator === "-" || separator === "/" || isLocaleSeparator(separator, formsOf(locale), "YMD");
    return isKnown ? dayNumberOf(Number(first), Number(second), Number(third)) : null;
  }
  if (first.length > 2 || third.length !== 4) return null;
  const forms = formsOf(locale);
  if (forms.dateOrder === "YMD" || !isLocaleSeparator(separator, forms, forms.dateOrder)) return null;
  const [month, day] = forms.dateOrder === "MDY" ? [first, second] : [second, first];
  return dayNumberOf(Number(third), Number(month), Number(day));
}

const HYPHEN = 0x2d;

function isLocaleSeparator(separator: string, forms: LocaleForms, order: LocaleForms["dateOrder"]): boolean {
  if (forms.dateOrder !== order) return false;
  return separator === forms.dateSeparator || separator === "/" || separator === "-" || separator === ".";
}

function clockSeconds(
  hourText: string | undefined,
  minuteText: string | undefined,
  secondText = "0",
  half?: string,
): number | null {
  const hours = Number(hourText);
  const minutes = Number(minuteText);
  const seconds = Number(secondText);
  if (minutes > 59 || seconds > 59) return null;
  if (half === undefined) return hours > 23 ? null : hours * 3600 + minutes * 60 + seconds;
  if (hours < 1 || hours > 12) return null;
  const isAfternoon = half === "P" || half === "p";
  return ((hours % 12) + (isAfternoon ? 12 : 0)) * 3600 + minutes * 60 + seconds;
}

/** A reading with an offset as the wall clock of another zone, null when that leaves the years 1…9999. */
function movedTo(wall: number, offset: string, timeZone: string | undefined): number | null {
  const seconds = offsetSeconds(offset);
  if (seconds === null) return null;
  const utc = wall - seconds;
  const moved = timeZone === undefined ? utc : wallSecondsOf(utc, timeZone);
  return moved < FIRST_DAY * SECONDS_PER_DAY || moved >= (LAST_DAY + 1) * SECONDS_PER_DAY ? null : moved;
}

function offsetSeconds(offset: string): number | null {
  if (offset === "Z" || offset === "z") return 0;
  const hours = Number(offset.slice(1, 3));
  const minutes = Number(offset.slice(3).replace(":", ""));
  if (hours > 23 || minutes > 59) return null;
  return (offset.startsWith("-") ? -1 : 1) * (hours * 3600 + minutes * 60);
}

/** The day number of `YYYY-MM-DD`, as `writeIsoDate` writes it; null for anything else and for days that do not exist. */
export function readIsoDate(text: string): number | null {
  return text.length === 10 ? dayAt(text) : null;
}

/** Seconds of the day of `HH:MM:SS`, as `writeIsoTime` writes it; null for anything else. */
export function readIsoTime(text: string): number | null {
  return text.length === 8 ? secondsAt(text, 0) : null;
}

/** Wall-clock seconds of `YYYY-MM-DDTHH:MM:SS`, as `writeIsoDateTime` writes it; null for anything else. */
export function readIsoDateTime(text: string): number | null {
  if (text.length !== 19 || text[10] !== "T") return null;
  const day = dayAt(text);
  const seconds = secondsAt(text, 11);
  return day === null || seconds === null ? null : day * SECONDS_PER_DAY + seconds;
}

function dayAt(text: string): number | null {
  if (text.charCodeAt(4) !== HYPHEN || text.charCodeAt(7) !== HYPHEN) return null;
  const year = twoDigitsAt(text, 0) * 100 + twoDigitsAt(text, 2);
  return dayNumberOf(year, twoDigitsAt(text, 5), twoDigitsAt(text, 8));
}

function secondsAt(text: string, at: number): number | null {
  if (text.charCodeAt(at + 2) !== COLON || text.charCodeAt(at + 5) !== COLON) return null;
  const hours = twoDigitsAt(text, at);
  const minutes = twoDigitsAt(text, at + 3);
  const seconds = twoDigitsAt(text, at + 6);
  if (hours < 0 || minutes < 0 || seconds < 0) return null;
  return hours < 24 && minutes < 60 && seconds < 60 ? hours * 3_600 + minutes * 60 + seconds : null;
}

const COLON = 58;

/** The number written in two digits at a place; where something else is, one so low that no year made of it is. */
function twoDigitsAt(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 48;
  const units = text.charCodeAt(at + 1) - 48;
  return tens >= 0 && tens <= 9 && units >= 0 && units <= 9 ? tens * 10 + units : -10_000;
}
