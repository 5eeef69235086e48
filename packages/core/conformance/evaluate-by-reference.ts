import { check } from "../src/expression/check/check.ts";
import { evaluateReference } from "../src/expression/evaluate/evaluate-reference.ts";
import { type EvaluationContext, type Scope, writeJson } from "../src/expression/parts.ts";
import type { JsonValue } from "../src/values/index.ts";
import { bindContext, readScope } from "./read-context.ts";

/** What `compile(source, scope).evaluate(context)` must give, found by the evaluator that defines the meaning. */
export function evaluateByReference(source: string, scope: Scope, context: EvaluationContext): JsonValue {
  return compileByReference(source, scope)(context);
}

/** The same for many contexts: the source is checked once. */
export function compileByReference(source: string, scope: Scope): (context: EvaluationContext) => JsonValue {
  const read = readScopes.get(scope) ?? readScope(scope);
  readScopes.set(scope, read);
  const { output } = check(source, read);
  if (output === undefined) throw new Error(`${source} has errors.`);
  return (context) => {
    const { row, before, request } = bindContext(read, context);
    return writeJson(evaluateReference(output, row, request, before), output.type);
  };
}

/** A scope is read once, for all that is evaluated in it. */
const readScopes = new WeakMap<Scope, ReturnType<typeof readScope>>();
