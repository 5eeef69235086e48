import { defineFunction } from "../define-function.ts";

export const minute = defineFunction("date and time", {
  signature: "MINUTE(duration: Duration): Number",
  summary: "The minutes of a Duration beside its whole hours, 0 to 59.",
  details:
    'Never negative; a blank gives 0. TOTALMINUTES is the whole Duration. The minute of a time of day is MINUTE(TIME([When]) - "00:00:00").',
  blanks: "accept",
  evaluate: (duration) => Math.floor(Math.abs(duration ?? 0) / 60) % 60,
  examples: [
    ['MINUTE("026:50:34")', 50],
    ['MINUTE("048:00:59")', 0],
    ['MINUTE(TIMENOW() - "00:00:00")', 9, "2026-03-14T15:09:26"],
  ],
});
