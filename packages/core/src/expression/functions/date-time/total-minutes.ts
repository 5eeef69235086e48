import { defineFunction } from "../define-function.ts";

export const totalMinutes = defineFunction("date and time", {
  signature: "TOTALMINUTES(duration: Duration): Decimal",
  summary: "A whole Duration in minutes, with decimals.",
  details: "Negative for a negative Duration; a blank gives blank.",
  evaluate: (duration) => duration / 60,
  examples: [
    ['TOTALMINUTES("024:15:12")', 1455.2],
    ['TOTALMINUTES("000:00:12")', 0.2],
  ],
});
