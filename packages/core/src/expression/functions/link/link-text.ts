import { defineFunction } from "../define-function.ts";
import { readHyperlink } from "./hyperlink.ts";

export const linkText = defineFunction("link", {
  signature: "LINKTEXT(hyperlink: Text): Text",
  summary: "The text that is shown for a hyperlink.",
  details: "An address that was not made by HYPERLINK shows itself.",
  evaluate: (hyperlink) => readHyperlink(hyperlink).text || null,
  examples: [
    ['LINKTEXT(HYPERLINK("https://example.com/a", "Our shop"))', "Our shop"],
    ['LINKTEXT("https://example.com/a")', "https://example.com/a"],
  ],
});
