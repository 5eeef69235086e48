/** The language without EXTRACT and its kin: `@tablewright/core/expression/small`. Runs in Node and in a browser. */
import type { FunctionDefinition } from "../check/function-definition.ts";
import { type CompiledExpression, compileWith } from "../compile-with.ts";
import type { Scope } from "../context/public-scope.ts";
import { type Completions, completeWith } from "../editor/complete-with.ts";
import { describeDefinition, type FunctionDescription } from "../editor/describe-definition.ts";
import { smallFunctions } from "../functions/index.ts";

export { ExpressionError } from "../context/expression-error.ts";
export { defineFunction } from "../functions/define-function.ts";
export type * from "../public-types.ts";
export { defaultLimits } from "../runtime/limits.ts";
export { format } from "../syntax/print.ts";

/** As `compile` of the whole language; a call of EXTRACT or its kin is an error that says where they are. */
export function compile(source: string, scope?: Scope): CompiledExpression {
  return compileWith(smallFunctions, source, scope);
}

/** As `complete` of the whole language. */
export function complete(source: string, offset: number, scope?: Scope): Completions {
  return completeWith(smallFunctions, source, offset, scope);
}

/** As `describe` of the whole language. */
export function describe(name: string): FunctionDescription | undefined {
  const definition = smallFunctions.get(name.toUpperCase());
  return definition && describeDefinition(definition);
}

/** The functions that are part of this entrance. */
export const functions: readonly FunctionDefinition[] = [...smallFunctions.values()];
