import { defineFunction } from "../define-function.ts";

export const userName = defineFunction("user", {
  signature: "USERNAME(): Name",
  summary: "The name of the caller.",
  details: "Blank when it is not known. Two people may share a name: use USEREMAIL() to distinguish callers.",
  uses: "request",
  reads: "caller",
  evaluate: ({ user }) => user.name,
  examples: [["ISBLANK(USERNAME())", true]],
});
