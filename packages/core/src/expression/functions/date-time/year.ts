import { yearOf } from "../../../values/index.ts";
import { defineFunction } from "../define-function.ts";
import { dayAt } from "./calendar.ts";

export const year = defineFunction("date and time", {
  signature: "YEAR(when: Temporal): Number",
  summary: "The year of a date.",
  details: "A blank and a text that is no date give blank; DAY and MONTH give 0. A time of day gives 1899.",
  largest: 9_999,
  evaluate: (when) => yearOf(dayAt(when)),
  examples: [
    ['YEAR("2/29/2024")', 2024],
    ["YEAR(TODAY()) + 1", 2027, "2026-03-14T15:09:26"],
    ['YEAR("hello")', null],
  ],
});
