import { defineFunction } from "../define-function.ts";

export const userEmail = defineFunction("user", {
  signature: "USEREMAIL(): Email",
  summary: "The email address of the caller.",
  details: "Blank when the call is made for no particular person.",
  uses: "request",
  reads: "caller",
  evaluate: ({ user }) => user.email,
  examples: [["ISBLANK(USEREMAIL())", true]],
});
