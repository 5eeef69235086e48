import { defineExtraction } from "./define-extraction.ts";
import { readProse } from "./prose/read-prose.ts";

export const extractDateTimes = defineExtraction({
  name: "EXTRACTDATETIMES",
  summary: "The moments that an English text names by a date and a time of day together.",
  details:
    "Needs both: see EXTRACTDATES and EXTRACTTIMES. A time zone after a time is ignored, except in ISO form such as 2026-03-14T15:00:00Z, which is converted to the caller's zone.",
  item: "DateTime",
  find: function* (text, context) {
    for (const { moments } of readProse(text, context)) {
      yield undefined;
      for (const { hasDay, hasTime, seconds } of moments) if (hasDay && hasTime) yield seconds;
    }
  },
  examples: [
    [
      'EXTRACTDATETIMES("Set a meeting for November 14th at 4pm")',
      ["2019-11-14T16:00:00"],
      "2019-05-01T09:00:00",
    ],
    [
      'EXTRACTDATETIMES("Call back in 2 hours, not tomorrow")',
      ["2026-03-14T17:09:26"],
      "2026-03-14T15:09:26",
    ],
  ],
});
