import { defineFunction } from "../define-function.ts";

export const context = defineFunction("user", {
  signature: "CONTEXT(option: Text): Text",
  about: { option: { words: ["Host", "AppName", "Device", "OwnerEmail", "View", "ViewType"] } },
  summary: "Where the expression is evaluated.",
  details:
    'CONTEXT("Host") is "Server". "AppName", "Device", "OwnerEmail", "View", "ViewType" and other words are blank here.',
  evaluate: (option) => (option.toUpperCase() === "HOST" ? "Server" : null),
  examples: [
    ['CONTEXT("Host")', "Server"],
    ['CONTEXT("View")', null],
  ],
});
