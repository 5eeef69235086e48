import type { OperatorRule } from "../tree/rules.ts";

/** Both sides have been converted to text; blank adds nothing, and no text at all is blank. */
export const concatenation: OperatorRule = {
  operator: "&",
  left: "text",
  right: "text",
  id: "text",
  result: "Text",
  evaluate: (left, right) => `${left ?? ""}${right ?? ""}` || null,
};
