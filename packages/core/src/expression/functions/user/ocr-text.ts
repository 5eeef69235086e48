import { defineFunction } from "../define-function.ts";

export const ocrText = defineFunction("user", {
  signature: "OCRTEXT(image: Text): Text",
  summary: "The text recognised in a picture.",
  details:
    "Pictures are not read here, so it is always blank; it is known so that expressions which use it work.",
  evaluate: () => null,
  examples: [['OCRTEXT("Images/receipt.jpg")', null]],
});
