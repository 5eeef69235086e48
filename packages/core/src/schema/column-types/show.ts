import { defineTextType } from "./define-text-type.ts";

/** Belongs to forms, not to rows. */
export const show = defineTextType({
  name: "Show",
  kind: "Text",
  summary: "A heading or picture in a form; never stored and never in rows.",
  filledBy: "none",
  mayBeKey: false,
  mayBeItem: false,
});
