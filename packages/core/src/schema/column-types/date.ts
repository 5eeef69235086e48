import {
  BoundedCache,
  dayNumberOf,
  type JsonValue,
  readDate,
  readDateTime,
  readDayOfMidnight,
  type Value,
  writeLocaleDate,
} from "../../values/index.ts";
import { defineTemporalType } from "./define-temporal-type.ts";

/** A day of the calendar; ISO in every Locale, else in the Locale's order. Its midnight is taken for the day. */
export const dateType = defineTemporalType({
  name: "Date",
  summary: "A day.",
  expected: (cell, { locale }) =>
    typeof cell === "string" && readDateTime(cell, locale) !== null
      ? "a date: it has a time of day other than midnight"
      : "a date",
  sample: dayNumberOf(2026, 8, 31),
  read: (text, reading) =>
    readDate(text, reading.locale) ?? readDayOfMidnight(text, reading.locale, () => reading.timeZone),
  write: writeLocaleDate,
  writerFor: ({ locale }) => dayWriterOf(locale),
});

function dayWriterOf(locale: string): (value: Value) => JsonValue {
  return dayWriters.getOrMake(locale, () => {
    const write = rememberDays((day) => writeLocaleDate(day, locale));
    return (value) => (value === null ? "" : write(Number(value)));
  });
}

/** Callers choose among hundreds, and each costs as much memory as its days. */
const dayWriters = new BoundedCache<string, (value: Value) => JsonValue>(8);

/** The writing of days, each done once: the rows of a table share few days, and to write one costs more than to look it up. */
function rememberDays(write: (day: number) => string): (day: number) => string {
  const written = new Map<number, string>();
  return (day) => {
    const existing = written.get(day);
    if (existing !== undefined) return existing;
    if (written.size >= MOST_REMEMBERED) written.clear();
    const text = write(day);
    written.set(day, text);
    return text;
  };
}

/** The days of a century or so. */
const MOST_REMEMBERED = 40_000;
