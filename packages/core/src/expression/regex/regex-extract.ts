import { defineFunction } from "../functions/define-function.ts";
import { chargeSearch, checkPattern, patternOf } from "./pattern.ts";

export const regexExtract = defineFunction("text", {
  signature: "REGEXEXTRACT(text: Text, pattern: Text): Text",
  summary: "The first match of a regular expression in a text, or of its first group.",
  details: "Patterns are as in REGEXMATCH; (?:…) is a group that is not taken. Blank without a match.",
  failsOn: [1],
  uses: "budget",
  unifyArguments: checkPattern,
  evaluate: (text, source, { meter }) => {
    const pattern = patternOf(source, meter);
    chargeSearch(pattern, text.length, meter);
    const matcher = pattern.regex.matcher(text);
    if (!matcher.find()) return null;
    return matcher.group(matcher.groupCount() > 0 ? 1 : 0) || null;
  },
  examples: [
    ['REGEXEXTRACT("Order 2041 of May", "[0-9]+")', "2041"],
    ['REGEXEXTRACT("size: XL", "size: (\\w+)")', "XL"],
    ['REGEXEXTRACT("none", "[0-9]+")', null],
  ],
});
