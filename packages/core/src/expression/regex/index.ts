/** Patterns: texts that are matched, taken apart and changed by regular expressions, in linear time. */
export { regexExtract } from "./regex-extract.ts";
export { regexMatch } from "./regex-match.ts";
export { regexReplace } from "./regex-replace.ts";
