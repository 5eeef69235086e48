import { localeForms } from "../../values/index.ts";
import { defineTextProperty } from "./define-property.ts";

/** How dates and numbers are read and written: the tag of a Locale. */
export const locale = defineTextProperty({
  name: "Locale",
  ofBatch: true,
  summary: "how dates and numbers are read and written: a tag such as `de-DE`",
  leftOut: "the application's",
  schema: { type: "string" },
  expected: "a locale such as en-US",
  otherwise: (app) => app.locale,
  readText: (tag) => localeForms(tag)?.tag ?? null,
});
