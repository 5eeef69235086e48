import { defineFunction } from "../define-function.ts";

export const context = defineFunction({
  name: "CONTEXT",
  category: "user",
  summary: "Where the expression is evaluated.",
  details:
    'CONTEXT("Host") is "Server". "AppName", "Device", "OwnerEmail", "View" and "ViewType" belong to an app on a screen and are blank here, like any other word. Case does not matter.',
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
