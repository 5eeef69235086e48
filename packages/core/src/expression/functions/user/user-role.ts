import { defineFunction } from "../define-function.ts";

export const userRole = defineFunction("user", {
  signature: "USERROLE(): Text",
  summary: "The role of the caller, such as Admin or User.",
  details: "Blank when it is not known.",
  uses: "request",
  reads: "caller",
  evaluate: ({ user }) => user.role,
  examples: [['USERROLE() = "Admin"', false]],
});
