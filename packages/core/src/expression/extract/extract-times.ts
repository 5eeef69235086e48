import { SECONDS_PER_DAY } from "../../values/index.ts";
import { dayAt } from "../functions/date-time/calendar.ts";
import { defineExtraction } from "./define-extraction.ts";
import { readProse } from "./prose/read-prose.ts";

export const extractTimes = defineExtraction({
  name: "EXTRACTTIMES",
  summary: "The times of day that an English text names, counted from now where they are relative.",
  details:
    "Reads 16:15, 4pm, 4 o'clock, at 4, noon, midnight, an hour from now. this morning and a bare number are no times. A time zone after a time is ignored.",
  item: "Time",
  find: function* (text, context) {
    for (const { moments } of readProse(text, context)) {
      yield undefined;
      for (const { hasTime, seconds } of moments)
        if (hasTime) yield seconds - dayAt(seconds) * SECONDS_PER_DAY;
    }
  },
  examples: [
    ['EXTRACTTIMES("Tomorrow at 4pm, or at noon")', ["16:00:00", "12:00:00"], "2026-03-14T15:09:26"],
    ['EXTRACTTIMES("Back one hour from now")', ["16:09:26"], "2026-03-14T15:09:26"],
    ['EXTRACTTIMES("Open from 9am to 5pm")', ["09:00:00", "17:00:00"], "2026-03-14T15:09:26"],
  ],
});
