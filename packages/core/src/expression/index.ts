/** Only the expression language: `@tablewright/core/expression`. Runs in Node and in a browser. */
import { functionsByName } from "./extract/all-functions.ts";
import { languageOf } from "./language-of.ts";

export { declareFunction as defineFunction } from "./context/declared-functions.ts";
export { ExpressionError } from "./language-of.ts";
export type * from "./public-types.ts";
export { defaultLimits } from "./runtime/limits.ts";
export { format } from "./syntax/print.ts";

const language = languageOf(functionsByName);

/** Compiles a source against a scope. Never throws for a bad source: see `diagnostics`. */
export const compile = language.compile;

/** What may be written at `offset` (UTF-16 units) of a source that need not be finished. Never throws for a bad source. */
export const complete = language.complete;

/** What a function of the language is, by its name in any case; undefined when there is none. */
export const describe = language.describe;

/** Every function of the language. */
export const functions = language.functions;
