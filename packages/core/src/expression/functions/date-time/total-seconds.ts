import { defineFunction } from "../define-function.ts";

export const totalSeconds = defineFunction("date and time", {
  signature: "TOTALSECONDS(duration: Duration): Decimal",
  summary: "A whole Duration in seconds.",
  details: "Negative for a negative Duration; a blank gives blank.",
  evaluate: (duration) => duration,
  examples: [
    ['TOTALSECONDS("000:15:00")', 900],
    ['TOTALSECONDS("-000:00:01")', -1],
  ],
});
