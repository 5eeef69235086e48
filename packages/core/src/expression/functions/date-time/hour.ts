import { defineFunction } from "../define-function.ts";

export const hour = defineFunction("date and time", {
  signature: "HOUR(duration: Duration): Number",
  summary: "The whole hours of a Duration.",
  details:
    'May exceed 23 or be negative; a blank gives 0. The hour of a time of day is HOUR(TIME([When]) - "00:00:00").',
  blanks: "accept",
  evaluate: (duration) => Math.trunc((duration ?? 0) / 3600) + 0,
  examples: [
    ['HOUR("026:50:34")', 26],
    ['HOUR("000:59:59")', 0],
    ['HOUR(TIMENOW() - "00:00:00")', 15, "2026-03-14T15:09:26"],
  ],
});
