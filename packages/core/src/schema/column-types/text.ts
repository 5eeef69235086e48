import { defineTextType, LENGTHS } from "./define-text-type.ts";

/** Any text; a number or a boolean that is sent becomes text. */
export const text = defineTextType({
  name: "Text",
  summary: "Text of a line or so.",
  mayBeKey: true,
  options: LENGTHS,
});
