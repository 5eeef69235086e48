import { defineFunction } from "../define-function.ts";
import { percentEncode } from "./percent-encode.ts";

export const encodeUrl = defineFunction({
  name: "ENCODEURL",
  category: "text",
  summary: "A text made safe as one part of a web address.",
  details:
    "Every character but the letters A to Z and the digits is percent-encoded as UTF-8, also - . _ and ~. Encode each part before joining them, not the whole address.",
  parameters: [{ name: "text", type: "Text" }],
  result: "Text",
  uses: "budget",
  evaluate: (text, context) => percentEncode(text, context.meter),
  examples: [
    ['ENCODEURL("fish & chips")', "fish%20%26%20chips"],
    ['ENCODEURL("Zoë")', "Zo%C3%AB"],
  ],
});
