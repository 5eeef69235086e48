import { defineFunction } from "../define-function.ts";
import { secondsOrBlank } from "./calendar.ts";

export const utcNow = defineFunction("date and time", {
  signature: "UTCNOW(): DateTime",
  summary: "The current date and time in UTC.",
  details:
    "UTCNOW() - NOW() is the difference between UTC and the caller's zone. It does not change within one request.",
  uses: "request",
  reads: "clock",
  evaluate: ({ utcNow }) => secondsOrBlank(utcNow),
  examples: [
    ["UTCNOW()", "2026-03-14T15:09:26", "2026-03-14T15:09:26"],
    ["UTCNOW() - NOW()", "000:00:00", "2026-03-14T15:09:26"],
  ],
});
