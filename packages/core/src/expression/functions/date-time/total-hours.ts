import { defineFunction } from "../define-function.ts";

export const totalHours = defineFunction("date and time", {
  signature: "TOTALHOURS(duration: Duration): Decimal",
  summary: "A whole Duration in hours, with decimals.",
  details: "Negative for a negative Duration; a blank gives blank.",
  evaluate: (duration) => duration / 3600,
  examples: [
    ['TOTALHOURS("024:15:18")', 24.255],
    ['TOTALHOURS("-000:30:00")', -0.5],
  ],
});
