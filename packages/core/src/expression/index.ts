/** The expression language alone: `@tablewright/core/expression`. Runs in Node and in a browser. */
export type { Diagnostic } from "../diagnostics/index.ts";
export { compareValues, type Family, hashOf, type JsonValue, type Value } from "../values/index.ts";
export { check } from "./check/check.ts";
export { type CompiledExpression, compile } from "./compile.ts";
export { type Completion, type Completions, complete } from "./editor/complete.ts";
export { describe, type FunctionDescription } from "./editor/describe.ts";
export { ColumnTable } from "./evaluate/columns/column-table.ts";
export { orderRows, type RowOrder } from "./evaluate/columns/order-rows.ts";
export { selectRows } from "./evaluate/columns/select-rows.ts";
export { selectWhereAll } from "./evaluate/columns/select-where-all.ts";
export { compileRow } from "./evaluate/rows/compile-row.ts";
export { evaluateRow, rowEvaluatorIn, rowEvaluatorOf } from "./evaluate/rows/evaluate-row.ts";
export { makeFrame } from "./evaluate/rows/frame.ts";
export { RowTable } from "./evaluate/rows/row-table.ts";
export { isPauseDueAt } from "./evaluate/steps/is-pause-due-at.ts";
export { ExpressionError } from "./expression-error.ts";
export { defineFunction } from "./functions/define-function.ts";
export type { FunctionDefinition } from "./functions/function-definition.ts";
export { functions, functionsByName } from "./functions/index.ts";
export { type Access, accessesOf, type BoundRows } from "./plan/accesses-of.ts";
export { findBinding } from "./plan/find-binding.ts";
export type { ColumnScope, EvaluationContext, Scope } from "./public-scope.ts";
export { readScope } from "./read-scope.ts";
export { explainFault } from "./runtime/explain-fault.ts";
export { defaultLimits, type Limits, type RequestLimits } from "./runtime/limits.ts";
export { Meter } from "./runtime/meter.ts";
export type { Caller, RequestContext } from "./runtime/request-context.ts";
export { RunFault } from "./runtime/run-fault.ts";
export { atOnce, inTurns, type Steps } from "./runtime/steps.ts";
export type { TableRows } from "./runtime/table-rows.ts";
export type { Turn } from "./runtime/turn.ts";
export { format } from "./syntax/format.ts";
export { anyNode } from "./tree/any-node.ts";
export { CheckedExpression } from "./tree/checked-expression.ts";
export { children } from "./tree/children.ts";
export { KEY_SEPARATOR, keyOf } from "./tree/computed-key.ts";
export { findName } from "./tree/find-name.ts";
export { readJson, writeJson } from "./tree/json-value.ts";
export {
  type ExpressionScope,
  keyTypeOf,
  refTo,
  type ScopeColumn,
  type SliceScope,
  type TableScope,
} from "./tree/scope.ts";
export {
  type ListType,
  type RefType,
  type ScalarKind,
  type Type,
  typeName,
  valueFamilyOf,
} from "./tree/type.ts";
