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

const HYPHEN = 45;
const COLON = 58;

/** The number written in two digits at a place; where something else stands, one so low that no year made of it is. */
function twoDigitsAt(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 48;
  const units = text.charCodeAt(at + 1) - 48;
  return tens >= 0 && tens <= 9 && units >= 0 && units <= 9 ? tens * 10 + units : -10_000;
}
