import { dayAt } from "../functions/date-time/calendar.ts";
import { defineExtraction, type Extraction } from "./define-extraction.ts";
import { readProse } from "./prose/read-prose.ts";

export const dates: Extraction = {
  item: "Date",
  find: function* (text, context) {
    for (const { moments } of readProse(text, context)) {
      yield undefined;
      for (const { hasDay, seconds } of moments) if (hasDay) yield dayAt(seconds);
    }
  },
};

export const extractDates = defineExtraction({
  name: "EXTRACTDATES",
  summary: "The dates that an English text names, counted from today where they are relative.",
  details:
    "Reads dates in figures in the Locale's order (a date with its year also in the other, where only that is one), in words, and relative ones such as tomorrow, next Friday, in 4 days, first of last month, 2 weeks from tomorrow. A date without a year is in the current year; a day of the week is the next one, today included. A day of a period is one date: end of June, first Monday of May. A period (May, next month, Q1 2026, a year from 1900 to 2050) gives two dates, its first day and the day after it, and a stretch of time its first and last day. Reading costs 20 steps a character: a request has 250,000 characters by default.",
  ...dates,
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
