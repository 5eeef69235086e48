/** Only the expression language: `@tablewright/core/expression`. Runs in Node and in a browser. */

import { type FunctionsByName, functionsOf } from "./check/function-definition.ts";
import * as extract from "./extract/index.ts";
import { smallFamilies } from "./functions/index.ts";
import { languageOf } from "./language-of.ts";

export { declareFunction as defineFunction } from "./context/declared-functions.ts";
export { defineScope, scopeFrom } from "./context/declared-values.ts";
export { ExpressionError } from "./language-of.ts";
export type * from "./public-types.ts";
export { defaultLimits } from "./runtime/meter.ts";
export { formatSource as format } from "./syntax/print.ts";

/** All but those with patterns, whose engine is a third of what a page loads. */
const functionsOfPages: FunctionsByName = Object.assign(functionsOf([...smallFamilies, extract]), {
  leftOut: [{ family: "REGEX", entrance: "@tablewright/core/regex" }],
});

const language = languageOf(functionsOfPages);

/** Compiles a source against a scope. Never throws for a bad source: see `diagnostics`. */
export const compile = language.compile;

/** What may be written at `offset` (UTF-16 units) of a source that need not be finished. Never throws for a bad source. */
export const complete = language.complete;

/** What a function of the language is, by its name in any case; undefined when there is none. */
export const describe = language.describe;

/** The functions that are part of this entrance: all but those with patterns. */
export const functions = language.functions;
