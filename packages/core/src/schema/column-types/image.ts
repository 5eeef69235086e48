import { defineTextType } from "./define-text-type.ts";

/** Kept as it is sent: where files lie is not our concern. */
export const image = defineTextType({
  name: "Image",
  summary: "A picture: the path of a file, or a URL.",
  mayBeKey: false,
  isLink: true,
});
