import { SECONDS_PER_DAY } from "../../../values/index.ts";
import { defineFunction } from "../define-function.ts";
import { dayAt } from "./calendar.ts";

export const time = defineFunction("date and time", {
  signature: "TIME(when: Temporal): Time",
  summary: "The time of day of a DateTime, or of a text that holds one.",
  details:
    'A date without a time gives midnight; a text that is no time gives blank. TIME([When]) - "00:00:00" is the Duration since midnight.',
  evaluate: (when) => when - dayAt(when) * SECONDS_PER_DAY,
  examples: [
    ["TIME(NOW())", "15:09:26", "2026-03-14T15:09:26"],
    ['TIME("2:23 PM")', "14:23:00"],
    ['TIME("3/14/2026")', "00:00:00"],
    ['TIME("Good morning")', null],
  ],
});
