import { defineTextType } from "./define-text-type.ts";

/** Kept as it is sent. */
export const thumbnail = defineTextType({
  name: "Thumbnail",
  summary: "A small picture: the path of a file, or a URL.",
  mayBeKey: false,
  isLink: true,
});
