import { defineTextType } from "./define-text-type.ts";

/** Kept as it is sent. */
export const drawing = defineTextType({
  name: "Drawing",
  summary: "A picture drawn by hand: the path of a file, or a URL.",
  mayBeKey: false,
  isLink: true,
});
