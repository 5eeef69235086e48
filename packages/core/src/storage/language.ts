/** What stores read of the language: its values, the typed tree they compile, and the evaluation they finish with. */

export { readTemporal } from "../expression/check/arguments.ts";
export { check } from "../expression/check/check.ts";
export { isGroup } from "../expression/check/check-call.ts";
export type { ExpressionScope } from "../expression/check/check-state.ts";
export { readText } from "../expression/check/literals.ts";
export { type BoundContext, bindContext } from "../expression/context/bind-context.ts";
export type { Scope } from "../expression/context/public-scope.ts";
export { readScope } from "../expression/context/read-scope.ts";
export { compileNode, evaluatorOf, isTask } from "../expression/evaluate/compile.ts";
export { evaluateRow, RowEvaluation, rowEvaluatorIn } from "../expression/evaluate/evaluate-row.ts";
export { findConstant } from "../expression/evaluate/find-constant.ts";
export { makeFrame } from "../expression/evaluate/frame.ts";
export { RowTable } from "../expression/evaluate/row-table.ts";
export { findBinding } from "../expression/evaluate/scans/candidates.ts";
export { orderRows } from "../expression/evaluate/sort-rows.ts";
export { endOfMonth } from "../expression/functions/date-time/calendar.ts";
export type { FunctionName } from "../expression/functions/index.ts";
export { functions, functionsByName } from "../expression/functions/index.ts";
export { admitText } from "../expression/functions/text/admit-text.ts";
export { splitText } from "../expression/functions/text/find-text.ts";
export { trimBlanks } from "../expression/functions/text/trim-blanks.ts";
export { power } from "../expression/operators/index.ts";
export { isCallOf } from "../expression/plan/selection-of.ts";
export {
  type BoundedComparison,
  isBounded,
  mergeBounds,
  sidesOf,
} from "../expression/rewrite/bounded-comparison.ts";
export type { Bounds } from "../expression/rewrite/bounds.ts";
export { firstEqual, firstGreater, nextDouble } from "../expression/rewrite/bounds.ts";
export { rewrite } from "../expression/rewrite/rewrite.ts";
export { EvaluationError } from "../expression/runtime/evaluation-error.ts";
export type { RequestLimits } from "../expression/runtime/limits.ts";
export { joinTexts, Meter } from "../expression/runtime/meter.ts";
export type { RequestContext, TableRows } from "../expression/runtime/request-context.ts";
export { atOnce, inTurns, type Steps } from "../expression/runtime/task.ts";
export type { Operator } from "../expression/syntax/ast.ts";
export { CheckedExpression } from "../expression/tree/checked-expression.ts";
export { ownColumn } from "../expression/tree/facts.ts";
export {
  BEFORE,
  type BinaryNode,
  type CallNode,
  type ColumnNode,
  type ComputedKeyNode,
  type ConditionalNode,
  type ConstantNode,
  type ConvertNode,
  type DereferenceNode,
  type ExtremeRowNode,
  type FormulaNode,
  type LetNode,
  type ListDereferenceNode,
  type LogicNode,
  type Node,
  type RowSlot,
  type SelectNode,
} from "../expression/tree/node.ts";
export type { ConversionId, TemporalRuleId } from "../expression/tree/rules.ts";
export type { TableScope } from "../expression/tree/scope.ts";
export {
  isOrdered,
  isWholeNumber,
  type ScalarKind,
  scalar,
  type Type,
  valueFamilyOf,
} from "../expression/tree/type.ts";
export { writeValue } from "../expression/tree/value-forms.ts";
export { children } from "../expression/tree/walk.ts";
export {
  addDecimals,
  BoundedCache,
  compareCodePoints,
  compareValues,
  DecimalSum,
  equalValues,
  exactSum,
  type Family,
  FIRST_DAY,
  finiteOrBlank,
  foldText,
  hashOf,
  hasOffset,
  instantsOf,
  isWellFormedText,
  type JsonValue,
  LAST_DAY,
  meanOf,
  multiplyDecimals,
  readDate,
  readDateTime,
  readDecimalDigits,
  readIsoDate,
  readIsoDateTime,
  readIsoTime,
  readTime,
  remainderOfDecimals,
  roundToScale,
  SECONDS_PER_DAY,
  subtractDecimals,
  toCanonical,
  utcSecondsOf,
  type Value,
  wallSecondsOf,
  writeIsoDate,
  writeIsoDateTime,
  writeIsoTime,
  writePlainNumber,
  zoneOf,
} from "../values/index.ts";
