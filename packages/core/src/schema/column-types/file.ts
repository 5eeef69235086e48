import { defineTextType } from "./define-text-type.ts";

/** Kept as it is sent. */
export const file = defineTextType({
  name: "File",
  summary: "A document: the path of a file, or a URL.",
  mayBeKey: false,
  isLink: true,
});
