import { defineTextType } from "./define-text-type.ts";

/** Kept as it is sent. */
export const video = defineTextType({
  name: "Video",
  summary: "A film: a URL, or the path of a file.",
  mayBeKey: false,
  isLink: true,
});
