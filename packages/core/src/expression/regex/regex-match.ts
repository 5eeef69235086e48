import { defineFunction } from "../functions/define-function.ts";
import { chargeSearch, checkPattern, patternOf } from "./pattern.ts";

export const regexMatch = defineFunction("text", {
  signature: "REGEXMATCH(text: Text, pattern: Text): Yes/No",
  summary: "Whether a regular expression matches a part of a text.",
  details:
    "Patterns are those of RE2, without lookaround and backreferences, and take linear time. Case counts, unless (?i) is at the start; ^ and $ are the ends of the text. FALSE if a text is blank.",
  blanks: "accept",
  failsOn: [1],
  uses: "budget",
  unifyArguments: checkPattern,
  evaluate: (text, source, { meter }) => {
    if (text === null || source === null) return false;
    const pattern = patternOf(source, meter);
    chargeSearch(pattern, text.length, meter);
    return pattern.regex.test(text);
  },
  examples: [
    ['REGEXMATCH("INV-2041", "^INV-[0-9]+$")', true],
    ['REGEXMATCH("Green Tea", "tea")', false],
    ['REGEXMATCH("Green Tea", "(?i)tea")', true],
  ],
});
