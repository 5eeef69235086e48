import { defineFunction } from "../define-function.ts";
import { readHyperlink } from "./hyperlink.ts";

export const linkUrl = defineFunction("link", {
  signature: "LINKURL(hyperlink: Text): Url",
  summary: "The web address of a hyperlink.",
  details: "An address that was not made by HYPERLINK is itself the answer.",
  evaluate: (hyperlink) => readHyperlink(hyperlink).url || null,
  examples: [
    ['LINKURL(HYPERLINK("https://example.com/a", "Our shop"))', "https://example.com/a"],
    ['LINKURL("https://example.com/a")', "https://example.com/a"],
  ],
});
