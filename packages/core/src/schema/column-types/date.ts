import { dayNumberOf, readDate, writeLocaleDate } from "../../values/index.ts";
import { defineTemporalType } from "./define-temporal-type.ts";

/** A day of the calendar; ISO in every Locale, else in the Locale's order. */
export const date = defineTemporalType({
  name: "Date",
  summary: "A day.",
  wanted: "a date",
  sample: dayNumberOf(2026, 8, 31),
  read: (text, { locale }) => readDate(text, locale),
  write: writeLocaleDate,
});
