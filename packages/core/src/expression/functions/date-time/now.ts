import { defineFunction } from "../define-function.ts";

export const now = defineFunction("date and time", {
  signature: "NOW(): DateTime",
  summary: "The current date and time in the caller's time zone.",
  details: "It does not change within one request.",
  uses: "request",
  reads: "clock",
  evaluate: (context) => context.now,
  examples: [["NOW()", "2026-03-14T15:09:26", "2026-03-14T15:09:26"]],
});
