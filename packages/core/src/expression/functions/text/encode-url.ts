import { defineFunction } from "../define-function.ts";
import { percentEncode } from "./percent-encode.ts";

export const encodeUrl = defineFunction({
  name: "ENCODEURL",
  category: "text",
  summary: "A text made safe as one part of a web address.",
  details:
    "All characters but A to Z and digits are percent-encoded as UTF-8. Encode each part, not the whole address.",
  parameters: [{ name: "text", type: "Text" }],
  result: "Text",
  uses: "budget",
  evaluate: (text, context) => percentEncode(text, context.meter),
  examples: [
    ['ENCODEURL("fish & chips")', "fish%20%26%20chips"],
    ['ENCODEURL("Zoë")', "Zo%C3%AB"],
  ],
});
