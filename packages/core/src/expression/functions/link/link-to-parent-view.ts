import { defineFunction } from "../define-function.ts";

export const linkToParentView = defineFunction("link", {
  name: "LINKTOPARENTVIEW",
  summary: "A deep link to the view from which the current one was opened.",
  parameters: [],
  result: "App",
  evaluate: () => "#page=parent",
  examples: [["LINKTOPARENTVIEW()", "#page=parent"]],
});
