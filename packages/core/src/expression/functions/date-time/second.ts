import { defineFunction } from "../define-function.ts";

export const second = defineFunction("date and time", {
  signature: "SECOND(duration: Duration): Number",
  summary: "The seconds of a Duration beside its whole minutes, 0 to 59.",
  details:
    'Never negative; a blank gives 0. TOTALSECONDS is the whole Duration. The second of a time of day is SECOND(TIME([When]) - "00:00:00").',
  blanks: "accept",
  evaluate: (duration) => Math.abs(duration ?? 0) % 60,
  examples: [
    ['SECOND("007:14:21")', 21],
    ['SECOND("001:00:00")', 0],
    ['SECOND(TIMENOW() - "00:00:00")', 26, "2026-03-14T15:09:26"],
  ],
});
