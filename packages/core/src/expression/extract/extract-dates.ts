import { dayAt } from "../functions/date-time/calendar.ts";
import { defineExtraction } from "./define-extraction.ts";
import { readProse } from "./prose/read-prose.ts";

export const extractDates = defineExtraction({
  name: "EXTRACTDATES",
  summary: "The dates that an English text names, counted from today where they are relative.",
  details:
    "Reads dates in figures in the Locale's order, in words, and relative ones: tomorrow, next Friday, in 4 days, first of last month. Without a year it is the current year; a weekday is the next one, today included. end of June and first Monday of May are one date. A period (May, next month, Q1 2026) gives its first day and the day after it; a range gives its first and last day. It costs 20 steps a character.",
  item: "Date",
  find: function* (text, context) {
    for (const { moments } of readProse(text, context)) {
      yield undefined;
      for (const { hasDay, seconds } of moments) if (hasDay) yield dayAt(seconds);
    }
  },
  examples: [
    ['EXTRACTDATES("Set a meeting for November 14th at 4pm.")', ["2026-11-14"], "2026-03-14T15:09:26"],
    [
      'EXTRACTDATES("Yesterday, today, and in 4 days.")',
      ["2026-03-13", "2026-03-14", "2026-03-18"],
      "2026-03-14T15:09:26",
    ],
    ['EXTRACTDATES("The last Monday of June")', ["2026-06-29"], "2026-03-14T15:09:26"],
    ['EXTRACTDATES("We move in May")', ["2026-05-01", "2026-06-01"], "2026-03-14T15:09:26"],
    ['EXTRACTDATES("Nothing to do")', []],
  ],
});
