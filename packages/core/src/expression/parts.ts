/** What schema, storage and the engine use of the language beyond `index.ts`. Public nowhere. */

export { memo } from "../values/index.ts";
export { check, checkAsTask, countRemembered } from "./check/check.ts";
export { type ExpressionScope, tableNamesOf } from "./check/check-state.ts";
export type { FunctionDefinition } from "./check/function-definition.ts";
export {
  aboutParameters,
  checkFunctionList,
  declaredSignature,
  type FunctionDeclaration,
  hostCodeOf,
  hostFunction,
  isFunctionName,
} from "./context/declared-functions.ts";
export type { ColumnScope } from "./context/declared-types.ts";
export type { EvaluationContext } from "./context/evaluation-context.ts";
export { platform } from "./context/request.ts";
export type { Scope } from "./context/scope.ts";
export { findConstant, isTask } from "./evaluate/compile.ts";
export { ComputedValues } from "./evaluate/computed-values.ts";
export { RowTable } from "./evaluate/row-table.ts";
export {
  comparing,
  evaluateAsTask,
  evaluateRow,
  RowEvaluation,
  rowEvaluatorIn,
  type SortableRow,
  sortValues,
} from "./evaluate/sort-rows.ts";
export { printTrace } from "./evaluate/trace/print-trace.ts";
export type { Trace, TracedRow, TracedRows, TraceNode } from "./evaluate/trace/trace.ts";
export { type TracedColumns, traceExpression } from "./evaluate/trace/tracer.ts";
export { allFunctions, functionsByName } from "./extract/all-functions.ts";
export { formulaFunction, type Signature } from "./functions/formula-function.ts";
export { readHyperlink } from "./functions/link/hyperlink.ts";
export { ExpressionError } from "./language-of.ts";
export { itemsOf } from "./operators/index.ts";
export { conjunctsOf, isAlwaysTrue, isCallOf, type Selection, selectionOf } from "./plan/filter-reads.ts";
export { decidedFor, maskedColumn, withoutErrors } from "./plan/masked-column.ts";
export { mayFail, mayGrowTexts } from "./plan/may-fail.ts";
export {
  type Bounds,
  boundsOf,
  isBounded,
  MIRRORED,
  operandAndConstant,
} from "./rewrite/bounded-comparison.ts";
export { rewrite, rewriteNode } from "./rewrite/rewrite.ts";
export { checkedInteger, EvaluationError, explainEvaluationError } from "./runtime/evaluation-error.ts";
export { type After, HostCalls, type HostCode, HostProblem } from "./runtime/host-calls.ts";
export { sortAsTask, TopRows } from "./runtime/many-items.ts";
export { defaultLimits, Meter, type RequestLimits } from "./runtime/meter.ts";
export { RequestCache, type RequestContext, type TableRows } from "./runtime/request-context.ts";
export {
  type Abortable,
  AbortableSlice,
  continueWith,
  ENDLESS_SLICE,
  pausedWhenOver,
  runToEnd,
  runWithPauses,
  type Task,
  type TimeSlice,
  TimeSlices,
} from "./runtime/time-slice.ts";
export { printSource } from "./syntax/print.ts";
export { CheckedExpression } from "./tree/checked-expression.ts";
export { hostFunctionOf, isNondeterministic, isVolatile } from "./tree/facts.ts";
export { isKeyOf, joinKey, KEY_LOCALE, keyOf, keyTextOf, splitKeyText } from "./tree/key.ts";
export type { BinaryNode, CallNode, Node } from "./tree/node.ts";
export { type CellReads, inputsOf, readsOf } from "./tree/reads.ts";
export type { OperatorRule } from "./tree/rules.ts";
export {
  findName,
  keyTypeOf,
  objectOf,
  refTo,
  type ScopeColumn,
  type SliceScope,
  type StoredScopeColumn,
  type TableScope,
  type VirtualScopeColumn,
} from "./tree/scope.ts";
export {
  everyTable,
  familyOf,
  hasFractions,
  holdsObjects,
  isOrdered,
  isTemporal,
  isWholeNumber,
  type ListType,
  partType,
  type RefType,
  type ScalarKind,
  scalar,
  shownAs,
  type Type,
  typeName,
  valueFamilyOf,
} from "./tree/type.ts";
export { type CellForms, isJsonObject, jsonReaderOf, jsonWriterOf, writeJson } from "./tree/value-forms.ts";
export { anyNode, anyNodeOf, children, mapTree, nodesOf } from "./tree/walk.ts";
