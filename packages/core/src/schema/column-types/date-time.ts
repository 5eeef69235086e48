import { hasOffset, readDateOrDateTime, writeLocaleDateTime24 } from "../../values/index.ts";
import { defineTemporalType } from "./define-temporal-type.ts";

/** Wall-clock time: an offset that is sent is converted to the request's time zone, then dropped. A date is its midnight. */
export const dateTimeType = defineTemporalType({
  name: "DateTime",
  summary: "A day and a time of day.",
  expected: "a date and time",
  sample: 1_788_201_000,
  read: (text, reading) =>
    readDateOrDateTime(text, reading.locale, hasOffset(text) ? reading.timeZone : undefined),
  write: writeLocaleDateTime24,
});
