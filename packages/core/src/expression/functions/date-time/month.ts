import { monthOf } from "../../../values/index.ts";
import { defineFunction } from "../define-function.ts";
import { dayAt } from "./calendar.ts";

export const month = defineFunction("date and time", {
  signature: "MONTH(when: Temporal): Number",
  summary: "The month of a date, 1 to 12.",
  details: "A blank and a text that is no date give 0. A time of day gives 12, from its date 12/30/1899.",
  largest: 12,
  blanks: "accept",
  evaluate: (when) => (when === null ? 0 : monthOf(dayAt(when))),
  examples: [
    ['MONTH("12/25/2021")', 12],
    ["MONTH(TODAY())", 3, "2026-03-14T15:09:26"],
    ['MONTH("")', 0],
  ],
});
