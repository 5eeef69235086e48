import { bindContext } from "../src/expression/bind-context.ts";
import { check } from "../src/expression/check/check.ts";
import { evaluateReference } from "../src/expression/evaluate/evaluate-reference.ts";
import { type EvaluationContext, type JsonValue, type Scope, writeJson } from "../src/expression/index.ts";
import { readScope } from "../src/expression/read-scope.ts";

/** What `compile(source, scope).evaluate(context)` must give, found by the evaluator that defines the meaning. */
export function evaluateByReference(source: string, scope: Scope, context: EvaluationContext): JsonValue {
  const read = readScope(scope);
  const { output } = check(source, read);
  if (output === undefined) throw new Error(`${source} has mistakes.`);
  const { row, before, request } = bindContext(read, context);
  return writeJson(evaluateReference(output, row, request, before), output.type);
}
