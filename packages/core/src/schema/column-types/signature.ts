import { defineTextType } from "./define-text-type.ts";

/** Kept as it is sent. */
export const signature = defineTextType({
  name: "Signature",
  summary: "A signature drawn by hand: the path of a file, or a URL.",
  mayBeKey: false,
  isLink: true,
});
