/** The language with traces: `@tablewright/core/expression/trace`. Callers that only evaluate do not load them. */

import { memo } from "../../values/index.ts";
import type { EvaluationContext } from "../context/evaluation-context.ts";
import type { Trace } from "../evaluate/trace/trace.ts";
import { traceExpression } from "../evaluate/trace/tracer.ts";
import { functionsByName } from "../extract/all-functions.ts";
import { type CompiledExpression, languageOf } from "../language-of.ts";
import type { CheckedExpression } from "../tree/checked-expression.ts";
import { type ExpressionTree, expressionTree } from "../tree/expression-tree.ts";

export { printTrace } from "../evaluate/trace/print-trace.ts";
export {
  type Trace,
  type TracedConversion,
  type TracedRow,
  type TracedRows,
  type TraceNode,
  traceLimits,
} from "../evaluate/trace/trace.ts";
export type { ExpressionTree } from "../tree/expression-tree.ts";

export interface TraceableExpression extends CompiledExpression {
  /**
   * What `evaluate` does in the same context, with its value or its error. Throws `ExpressionError` when the expression
   * is not ok, or when something that it reads does not have its type's form.
   */
  trace(context?: EvaluationContext): Trace;
  /** The checked expression as plain JSON, made when it is first read; undefined when not ok. */
  readonly tree: ExpressionTree | undefined;
}

const language = languageOf<Pick<TraceableExpression, "trace" | "tree">>(
  functionsByName,
  ({ checked, onObjects, located }) => ({
    get tree() {
      return checked && treeOf(checked);
    },
    trace: located((context: EvaluationContext = {}) => {
      const evaluation = onObjects();
      const { row, before, request } = evaluation.read(context);
      return traceExpression(evaluation.expression, row, request, before);
    }),
  }),
);

const treeOf = memo(({ root }: CheckedExpression) => expressionTree(root));

/** Compiles a source as `compile` of `@tablewright/core/expression` does, to be traced as well. */
export const compile = language.compile;
