import { defineTextType } from "./define-text-type.ts";

/** A computed column: callers send the parts, and read the whole. */
export const multiColumnKey = defineTextType({
  name: "MultiColumnKey",
  kind: "Text",
  summary: "The key of a table with several key columns, its parts joined by a colon and a blank.",
  filledBy: "formula",
  mayBeKey: false,
  mayBeItem: false,
});
