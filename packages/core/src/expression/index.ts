/** The expression language alone: `@tablewright/core/expression`. Runs in Node and in a browser. */
export type { Diagnostic } from "../diagnostics/index.ts";
export { compareValues, type Family, hashOf, type JsonValue, type Value } from "../values/index.ts";
export { type Access, accessesOf, type BoundRows } from "./accesses-of.ts";
export { anyNode } from "./any-node.ts";
export { check } from "./check/check.ts";
export { CheckedExpression } from "./checked-expression.ts";
export { children } from "./children.ts";
export { type CompiledExpression, compile } from "./compile.ts";
export { type Completion, type Completions, complete } from "./complete.ts";
export { KEY_SEPARATOR, keyOf } from "./computed-key.ts";
export { describe, type FunctionDescription } from "./describe.ts";
export { ColumnTable } from "./evaluate/columns/column-table.ts";
export { orderRows, type RowOrder } from "./evaluate/columns/order-rows.ts";
export { selectRows } from "./evaluate/columns/select-rows.ts";
export { selectWhereAll } from "./evaluate/columns/select-where-all.ts";
export { compileRow } from "./evaluate/compile-row.ts";
export { evaluateRow, rowEvaluatorIn, rowEvaluatorOf } from "./evaluate/evaluate-row.ts";
export { findBinding } from "./evaluate/find-binding.ts";
export { makeFrame } from "./evaluate/frame.ts";
export { RowTable } from "./evaluate/row-table.ts";
export { isPauseDueAt } from "./evaluate/steps/is-pause-due-at.ts";
export { explainFault } from "./explain-fault.ts";
export { ExpressionError } from "./expression-error.ts";
export { findName } from "./find-name.ts";
export { format } from "./format.ts";
export { defineFunction } from "./functions/define-function.ts";
export type { FunctionDefinition } from "./functions/function-definition.ts";
export { functions, functionsByName } from "./functions/index.ts";
export { readJson, writeJson } from "./json-value.ts";
export { defaultLimits, type Limits, type RequestLimits } from "./limits.ts";
export { Meter } from "./meter.ts";
export type { ColumnScope, EvaluationContext, Scope } from "./public-scope.ts";
export { readScope } from "./read-scope.ts";
export type { Caller, RequestContext } from "./request-context.ts";
export { RunFault } from "./run-fault.ts";
export {
  type ExpressionScope,
  keyTypeOf,
  refTo,
  type ScopeColumn,
  type SliceScope,
  type TableScope,
} from "./scope.ts";
export { atOnce, inTurns, type Steps } from "./steps.ts";
export type { TableRows } from "./table-rows.ts";
export type { Turn } from "./turn.ts";
export { type ListType, type RefType, type ScalarKind, type Type, typeName, valueFamilyOf } from "./type.ts";
