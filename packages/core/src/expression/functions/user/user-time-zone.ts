import { defineFunction } from "../define-function.ts";

export const userTimeZone = defineFunction("user", {
  name: "USERTIMEZONE",
  summary: "The time zone of the call.",
  details: "The name as the caller gave it, such as Europe/Berlin or Pacific Standard Time.",
  parameters: [],
  result: "Text",
  uses: "request",
  evaluate: ({ timeZoneName }) => timeZoneName,
  examples: [["USERTIMEZONE()", "UTC"]],
});
