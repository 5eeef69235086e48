import { defineFunction } from "../define-function.ts";

export const userTimeZone = defineFunction("user", {
  signature: "USERTIMEZONE(): Text",
  summary: "The time zone of the call.",
  details: "The name as the caller gave it, such as Europe/Berlin or Pacific Standard Time.",
  uses: "request",
  evaluate: ({ timeZoneName }) => timeZoneName,
  examples: [["USERTIMEZONE()", "UTC"]],
});
