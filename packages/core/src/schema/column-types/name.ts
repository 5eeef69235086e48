import { defineTextType, LENGTHS } from "./define-text-type.ts";

/** Any text. */
export const name = defineTextType({
  name: "Name",
  summary: "The name of a person or thing.",
  mayBeKey: true,
  options: LENGTHS,
});
