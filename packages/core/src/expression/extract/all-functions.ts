import type { FunctionDefinition } from "../check/function-definition.ts";
import { functionsOf } from "../check/function-definition.ts";
import { smallFamilies } from "../functions/index.ts";
import { regexExtract } from "../regex/regex-extract.ts";
import { regexMatch } from "../regex/regex-match.ts";
import { regexReplace } from "../regex/regex-replace.ts";
import * as extract from "./index.ts";

const families = [...smallFamilies, extract, { regexExtract, regexMatch, regexReplace }] as const;

type Family = (typeof families)[number];

/** The name of a function of the language. */
export type LanguageFunction = NameIn<Family>;

type NameIn<F> = F extends unknown ? NameOf<F[keyof F]> : never;

type NameOf<D> = D extends { readonly name: infer N extends string } ? N : never;

/** The functions by name, as scopes hold them; a family's index lists its functions. */
export const functionsByName = functionsOf(families);

/** Every function of the language. */
export const allFunctions: readonly FunctionDefinition[] = [...functionsByName.values()];
