import { SECONDS_PER_DAY } from "../../../values/index.ts";
import { defineFunction } from "../define-function.ts";

export const today = defineFunction("date and time", {
  signature: "TODAY(): Date",
  summary: "The current date in the caller's time zone.",
  details: "It does not change within one request.",
  uses: "request",
  reads: "clock",
  evaluate: (context) => Math.floor(context.now / SECONDS_PER_DAY),
  examples: [["TODAY()", "2026-03-14", "2026-03-14T15:09:26"]],
});
