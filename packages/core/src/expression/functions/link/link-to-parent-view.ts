import { defineFunction } from "../define-function.ts";

export const linkToParentView = defineFunction("link", {
  signature: "LINKTOPARENTVIEW(): App",
  summary: "A deep link to the view from which the current one was opened.",
  evaluate: () => "#page=parent",
  examples: [["LINKTOPARENTVIEW()", "#page=parent"]],
});
