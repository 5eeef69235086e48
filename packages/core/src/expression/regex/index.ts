/** REGEXMATCH and its kin, for a scope or rules that lack them: `@tablewright/core/regex`. Runs in Node and in a browser. */
import type { FunctionDefinition } from "../check/function-definition.ts";
import { regexExtract } from "./regex-extract.ts";
import { regexMatch } from "./regex-match.ts";
import { regexReplace } from "./regex-replace.ts";

/** To be handed in: `compile(source, { functions })`, `loadRules(text, { functions })`. */
export const functions: readonly FunctionDefinition[] = [regexExtract, regexMatch, regexReplace];
