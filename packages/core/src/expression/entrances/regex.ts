/** REGEXMATCH and its kin, for a scope or rules that lack them: `@tablewright/core/regex`. Runs in Node and in a browser. */
import type { FunctionDefinition } from "../check/function-definition.ts";
import { regexExtract } from "../regex/regex-extract.ts";
import { regexMatch } from "../regex/regex-match.ts";
import { regexReplace } from "../regex/regex-replace.ts";

/** To be handed in: `compile(source, { functions })`, `loadRules(text, { functions })`. */
export const functions = [regexExtract, regexMatch, regexReplace] as const satisfies FunctionDefinition[];
