import { dayNumberOf, type JsonValue, readDate, type Value, writeLocaleDate } from "../../values/index.ts";
import { defineTemporalType } from "./define-temporal-type.ts";
import { rememberDays } from "./remember-days.ts";

/** A day of the calendar; ISO in every Locale, else in the Locale's order. */
export const date = defineTemporalType({
  name: "Date",
  summary: "A day.",
  wanted: "a date",
  sample: dayNumberOf(2026, 8, 31),
  read: (text, { locale }) => readDate(text, locale),
  write: writeLocaleDate,
  writerFor: ({ locale }) => dayWriterOf(locale),
});

function dayWriterOf(locale: string): (value: Value) => JsonValue {
  const known = dayWriters.get(locale);
  if (known !== undefined) return known;
  const write = rememberDays((day) => writeLocaleDate(day, locale));
  const writer = (value: Value) => (value === null ? "" : write(Number(value)));
  if (dayWriters.size >= MOST_LOCALES) dayWriters.clear();
  dayWriters.set(locale, writer);
  return writer;
}

const dayWriters = new Map<string, (value: Value) => JsonValue>();
/** Callers choose among hundreds, and each costs as much memory as its days. */
const MOST_LOCALES = 8;
