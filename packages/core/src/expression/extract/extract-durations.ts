import { defineExtraction } from "./define-extraction.ts";
import { readProse } from "./prose/read-prose.ts";

export const extractDurations = defineExtraction({
  name: "EXTRACTDURATIONS",
  summary: "How long the stretches of time are that an English text names.",
  details:
    "A range lasts from its start to its end: Monday to Friday is 96 hours. Amounts are 2 hours and 30 minutes, 2:30 hours, 1/2 hour. 2-3 hours is none; 1,5 hours only where the Locale writes decimals so. Months, years and moments such as 3 days ago are left out.",
  item: "Duration",
  find: function* (text, context) {
    for (const { duration } of readProse(text, context)) yield duration;
  },
  examples: [
    ['EXTRACTDURATIONS("From November 10th to November 12th")', ["048:00:00"], "2026-03-14T15:09:26"],
    ['EXTRACTDURATIONS("Thursday at 10:27 to Sunday at 16:15")', ["077:48:00"], "2026-03-14T15:09:26"],
    ['EXTRACTDURATIONS("Open from noon to 4p")', ["004:00:00"], "2026-03-14T15:09:26"],
    [
      'EXTRACTDURATIONS("It took an hour and a half, then 20 minutes")',
      ["001:30:00", "000:20:00"],
      "2026-03-14T15:09:26",
    ],
  ],
});
