/** The expression language alone: `@tablewright/core/expression`. Runs in Node and in a browser. */
import { type CompiledExpression, compileWith } from "./compile-with.ts";
import type { Scope } from "./context/public-scope.ts";
import { type Completions, completeWith } from "./editor/complete-with.ts";
import { describeDefinition, type FunctionDescription } from "./editor/describe-definition.ts";
import { functionsByName } from "./extract/all-functions.ts";

export { ExpressionError } from "./context/expression-error.ts";
export { functions } from "./extract/all-functions.ts";
export { defineFunction } from "./functions/define-function.ts";
export type * from "./public-types.ts";
export { defaultLimits } from "./runtime/limits.ts";
export { format } from "./syntax/print.ts";

/** Compiles a source against a scope. Never throws for a bad source: see `diagnostics`. */
export function compile(source: string, scope?: Scope): CompiledExpression {
  return compileWith(functionsByName, source, scope);
}

/** What may be written at `offset` (UTF-16 units) of a source that need not be finished. Never throws for a bad source. */
export function complete(source: string, offset: number, scope?: Scope): Completions {
  return completeWith(functionsByName, source, offset, scope);
}

/** What a function of the language is, by its name in any case; undefined when there is none. */
export function describe(name: string): FunctionDescription | undefined {
  const definition = functionsByName.get(name.toUpperCase());
  return definition && describeDefinition(definition);
}
