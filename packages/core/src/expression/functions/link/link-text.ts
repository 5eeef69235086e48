import { defineFunction } from "../define-function.ts";
import { readHyperlink } from "./hyperlink.ts";

export const linkText = defineFunction("link", {
  name: "LINKTEXT",
  summary: "The text that is shown for a hyperlink.",
  details: "An address that was not made by HYPERLINK shows itself.",
  parameters: [{ name: "hyperlink", type: "Text" }],
  result: "Text",
  evaluate: (hyperlink) => readHyperlink(hyperlink).text || null,
  examples: [
    ['LINKTEXT(HYPERLINK("https://example.com/a", "Our shop"))', "Our shop"],
    ['LINKTEXT("https://example.com/a")', "https://example.com/a"],
  ],
});
