/** REGEXMATCH and its kin, for a scope or rules that lack them: `@tablewright/core/regex`. Runs in Node and in a browser. */
import type { FunctionDefinition } from "../check/function-definition.ts";
import { functionsOf } from "../check/function-definition.ts";
import * as regex from "../regex/index.ts";

/** To be handed in: `compile(source, { functions })`, `loadRules(text, { functions })`. */
export const functions: readonly FunctionDefinition[] = [...functionsOf([regex]).values()];
