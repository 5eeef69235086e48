/** The language with traces: `@tablewright/core/expression/trace`. What evaluates alone does not pay for them. */
import { check } from "../check/check.ts";
import { type CompiledExpression, compileWith, located } from "../compile-with.ts";
import type { EvaluationContext, Scope } from "../context/public-scope.ts";
import { readScope } from "../context/read-scope.ts";
import { traceOnObjects } from "../context/trace-on-objects.ts";
import type { Trace } from "../evaluate/trace/trace.ts";
import { functionsByName } from "../extract/all-functions.ts";

export { printTrace } from "../evaluate/trace/print-trace.ts";
export type {
  Trace,
  TracedConversion,
  TracedRow,
  TracedRows,
  TraceNode,
} from "../evaluate/trace/trace.ts";
export { traceLimits } from "../evaluate/trace/trace.ts";

export interface TraceableExpression extends CompiledExpression {
  /**
   * What `evaluate` does in the same context, with its value or its error. Throws `ExpressionError` when the expression
   * is not ok, or when something that it reads does not have its type's form.
   */
  trace(context?: EvaluationContext): Trace;
}

/** Compiles a source as `compile` of `@tablewright/core/expression` does, to be traced as well. */
export function compile(source: string, scope: Scope = {}): TraceableExpression {
  const compiled = compileWith(functionsByName, source, scope);
  let traceIn: ((context: EvaluationContext) => Trace) | undefined;
  const prepare = () => {
    const read = readScope(scope);
    const { output } = check(source, read);
    return output && ((context: EvaluationContext) => traceOnObjects(output, read, context));
  };
  return {
    ...compiled,
    trace: (context = {}) => {
      traceIn ??= prepare();
      if (traceIn === undefined) return compiled.evaluate(context) as never;
      try {
        return traceIn(context);
      } catch (thrown) {
        throw located(thrown, source);
      }
    },
  };
}
