import { defineFunction } from "../define-function.ts";

export const context = defineFunction("user", {
  name: "CONTEXT",
  summary: "Where the expression is evaluated.",
  details:
    'CONTEXT("Host") is "Server". "AppName", "Device", "OwnerEmail", "View", "ViewType" and other words are blank here.',
  parameters: [
    {
      name: "option",
      type: "Text",
      words: ["Host", "AppName", "Device", "OwnerEmail", "View", "ViewType"],
    },
  ],
  result: "Text",
  evaluate: (option) => (option.toUpperCase() === "HOST" ? "Server" : null),
  examples: [
    ['CONTEXT("Host")', "Server"],
    ['CONTEXT("View")', null],
  ],
});
