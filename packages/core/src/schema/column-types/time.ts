import { readTime, writeLocaleTime24 } from "../../values/index.ts";
import { defineTemporalType } from "./define-temporal-type.ts";

/** A time of day, in seconds after midnight. */
export const timeType = defineTemporalType({
  name: "Time",
  summary: "A time of day.",
  expected: "a time",
  sample: (18 * 60 + 30) * 60,
  read: readTime,
  write: writeLocaleTime24,
});
