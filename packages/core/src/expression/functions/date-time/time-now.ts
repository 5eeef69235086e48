import { SECONDS_PER_DAY } from "../../../values/index.ts";
import { defineFunction } from "../define-function.ts";
import { dayAt } from "./calendar.ts";

export const timeNow = defineFunction("date and time", {
  signature: "TIMENOW(): Time",
  summary: "The current time of day in the caller's time zone.",
  details: "The same as TIME(NOW()). It does not change within one request.",
  uses: "request",
  reads: "clock",
  evaluate: ({ now }) => now - dayAt(now) * SECONDS_PER_DAY,
  examples: [
    ["TIMENOW()", "15:09:26", "2026-03-14T15:09:26"],
    ['TIMENOW() + "010:00:00"', "01:09:26", "2026-03-14T15:09:26"],
  ],
});
