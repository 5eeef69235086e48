import { defineFunction } from "../define-function.ts";

export const userEmail = defineFunction("user", {
  name: "USEREMAIL",
  summary: "The email address of the caller.",
  details: "Blank when the call is made for no particular person.",
  parameters: [],
  result: "Email",
  uses: "request",
  reads: "caller",
  evaluate: ({ user }) => user.email,
  examples: [["ISBLANK(USEREMAIL())", true]],
});
