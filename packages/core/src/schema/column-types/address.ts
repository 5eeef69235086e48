import { defineTextType, LENGTHS } from "./define-text-type.ts";

/** Any text: addresses have too many forms to check. */
export const address = defineTextType({
  name: "Address",
  summary: "A postal address.",
  mayBeKey: true,
  options: LENGTHS,
});
