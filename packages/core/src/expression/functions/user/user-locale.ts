import { defineFunction } from "../define-function.ts";

export const userLocale = defineFunction("user", {
  signature: "USERLOCALE(): Text",
  summary: "The Locale of the call, such as en-US.",
  details: "It decides how dates and numbers are read and written in this call.",
  uses: "request",
  evaluate: ({ locale }) => locale,
  examples: [["USERLOCALE()", "en-US"]],
});
