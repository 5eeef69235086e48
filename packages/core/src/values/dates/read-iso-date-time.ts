import { dayNumberOf, SECONDS_PER_DAY } from "./civil-date.ts";

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
  if (text[4] !== "-" || text[7] !== "-") return null;
  return dayNumberOf(numberAt(text, 0, 4), numberAt(text, 5, 2), numberAt(text, 8, 2));
}

function secondsAt(text: string, at: number): number | null {
  const hours = numberAt(text, at, 2);
  const minutes = numberAt(text, at + 3, 2);
  const seconds = numberAt(text, at + 6, 2);
  if (text[at + 2] !== ":" || text[at + 5] !== ":") return null;
  return hours < 24 && minutes < 60 && seconds < 60 ? hours * 3_600 + minutes * 60 + seconds : null;
}

/** The number that stands at a place in digits; NaN, which is no part of any date, where something else stands. */
function numberAt(text: string, at: number, length: number): number {
  let value = 0;
  for (let index = at; index < at + length; index++) {
    const digit = text.charCodeAt(index) - 48;
    if (!(digit >= 0 && digit <= 9)) return Number.NaN;
    value = value * 10 + digit;
  }
  return value;
}
