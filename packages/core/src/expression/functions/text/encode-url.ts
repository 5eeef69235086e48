import type { Meter } from "../../runtime/meter.ts";
import { defineFunction } from "../define-function.ts";

export const encodeUrl = defineFunction("text", {
  signature: "ENCODEURL(text: Text): Text",
  summary: "A text made safe as one part of a web address.",
  details:
    "All characters but A to Z and digits are percent-encoded as UTF-8. Encode each part, not the whole address.",
  uses: "budget",
  evaluate: (text, context) => percentEncode(text, context.meter),
  examples: [
    ['ENCODEURL("fish & chips")', "fish%20%26%20chips"],
    ['ENCODEURL("Zoë")', "Zo%C3%AB"],
  ],
});

/** Every character but ASCII letters and digits as the percent codes of its UTF-8 bytes. */
export function percentEncode(text: string, meter: Meter): string {
  meter.buildText(encodedLength(text));
  return encodeURIComponent(text.toWellFormed()).replace(/[^A-Za-z0-9%]/g, percentCode);
}

/** ASCII signs that the platform does not change. */
function percentCode(sign: string): string {
  return `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
}

function encodedLength(text: string): number {
  let length = 0;
  for (let at = 0; at < text.length; at++) length += encodedUnitLength(text.charCodeAt(at));
  return length;
}

/** Three characters a byte; the two halves of a character beyond the basic plane have two bytes each. */
function encodedUnitLength(unit: number): number {
  if (unit < 128) return isLetterOrDigit(unit) ? 1 : 3;
  return unit < 2048 || (unit >= 0xd800 && unit < 0xe000) ? 6 : 9;
}

function isLetterOrDigit(unit: number): boolean {
  return (unit >= 48 && unit <= 57) || (unit >= 65 && unit <= 90) || (unit >= 97 && unit <= 122);
}
