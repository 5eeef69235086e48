import {
  BoundedCache,
  dayNumberOf,
  type JsonValue,
  readDate,
  type Value,
  writeLocaleDate,
} from "../../values/index.ts";
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
  return dayWriters.getOrMake(locale, () => {
    const write = rememberDays((day) => writeLocaleDate(day, locale));
    return (value) => (value === null ? "" : write(Number(value)));
  });
}

/** Callers choose among hundreds, and each costs as much memory as its days. */
const dayWriters = new BoundedCache<string, (value: Value) => JsonValue>(8);
