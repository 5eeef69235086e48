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
import { rememberDays } from "./remember-days.ts";

/** A day of the calendar; ISO in every Locale, else in the Locale's order. Its midnight is taken for the day. */
export const date = defineTemporalType({
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
