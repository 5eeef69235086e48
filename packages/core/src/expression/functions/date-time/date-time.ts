import { defineFunction } from "../define-function.ts";

export const dateTime = defineFunction("date and time", {
  signature: "DATETIME(when: Temporal): DateTime",
  summary: "A date or a time as a date and time.",
  details:
    "A date gets midnight, a time of day the date 12/30/1899. A text is read in the Locale's form or as YYYY-MM-DD HH:MM:SS, else it is blank.",
  evaluate: (when) => when,
  examples: [
    ['DATETIME("4/1/2010")', "2010-04-01T00:00:00"],
    ['DATETIME("2019-11-01 1:34 PM")', "2019-11-01T13:34:00"],
    ['DATETIME("Good morning!")', null],
  ],
});
