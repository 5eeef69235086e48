import { defineTextType, LENGTHS } from "./define-text-type.ts";

/** Any text; too long to tell rows apart. */
export const longText = defineTextType({
  name: "LongText",
  summary: "Text of several lines.",
  mayBeKey: false,
  options: LENGTHS,
});
