/** The language without EXTRACT and its kin: `@tablewright/core/expression/small`. Runs in Node and in a browser. */
import { smallFunctions } from "../functions/index.ts";
import { languageOf } from "../language-of.ts";

export { declareFunction as defineFunction } from "../context/declared-functions.ts";
export { defineScope } from "../context/declared-values.ts";
export { ExpressionError } from "../language-of.ts";
export type * from "../public-types.ts";
export { defaultLimits } from "../runtime/meter.ts";
export { formatSource as format } from "../syntax/print.ts";

const language = languageOf(smallFunctions);

/** As `compile` of the whole language; a call of EXTRACT or its kin is an error that says where they are. */
export const compile = language.compile;

/** As `complete` of the whole language. */
export const complete = language.complete;

/** As `describe` of the whole language. */
export const describe = language.describe;

/** The functions that are part of this entrance. */
export const functions = language.functions;
