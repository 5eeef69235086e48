/**
 * What stores read of the language: `@tablewright/core/compiler`. The typed tree that they compile to SQL or to kernels, the
 * functions that give the same values, and the evaluator for what they leave over.
 */

export { checkOptions, kindInWords, type OptionsOf } from "../../diagnostics/index.ts";
export {
  addDecimals,
  BoundedCache,
  compareCodePoints,
  compareValues,
  DecimalSum,
  divideDecimals,
  exactSum,
  FIRST_DAY,
  finiteOrBlank,
  foldName,
  foldText,
  hashOf,
  hasOffset,
  instantsOf,
  isWellFormedText,
  type JsonValue,
  LAST_DAY,
  meanOf,
  multiplyDecimals,
  NEAR,
  plainDigits,
  readDecimalDigits,
  readIsoDate,
  readIsoDateTime,
  readIsoTime,
  remainderOfDecimals,
  roundToScale,
  SECONDS_PER_DAY,
  subtractDecimals,
  toCanonical,
  utcSecondsOf,
  wallSecondsOf,
  writeIsoDate,
  writeIsoDateTime,
  writeIsoTime,
  writePlainNumber,
  zoneOf,
} from "../../values/index.ts";
export { check } from "../check/check.ts";
export type { ExpressionScope } from "../check/check-state.ts";
export { readTemporal } from "../check/conversions.ts";
export { valueOfText } from "../check/literals.ts";
export { checkContext, SHARED_CONTEXT } from "../context/evaluation-context.ts";
export { answerLater } from "../context/object-evaluation.ts";
export { requestIn } from "../context/request.ts";
export { compileNode, evaluatorOf, findConstant, isTask } from "../evaluate/compile.ts";
export { makeFrame } from "../evaluate/frame.ts";
export { RowTable } from "../evaluate/row-table.ts";
export { findBinding } from "../evaluate/scans/select.ts";
export { evaluateRow, orderRows, RowEvaluation } from "../evaluate/sort-rows.ts";
export { functionsByName, type LanguageFunction } from "../extract/all-functions.ts";
export { endOfMonth } from "../functions/date-time/calendar.ts";
export { splitText } from "../functions/text/find-text.ts";
export { trimBlanks } from "../functions/text/trim.ts";
export {
  asExpressionError,
  checkedCondition,
  checkParameters,
  type Origin,
  originOf,
} from "../language-of.ts";
export { raise } from "../operators/index.ts";
export type { TemporalRuleId } from "../operators/temporal.ts";
export { filterReads, isCallOf } from "../plan/filter-reads.ts";
export { mayFail } from "../plan/may-fail.ts";
export {
  type BoundedComparison,
  type Bounds,
  firstEqual,
  firstGreater,
  isBounded,
  MIRRORED,
  mergeBounds,
  nextDouble,
  operandAndConstant,
} from "../rewrite/bounded-comparison.ts";
export { rewrite } from "../rewrite/rewrite.ts";
export { TopRows } from "../runtime/many-items.ts";
export { chargeGrowth, joinTexts, type RequestLimits } from "../runtime/meter.ts";
export type { TableRows } from "../runtime/request-context.ts";
export { continueWith, runToEnd, runWithPauses, type Task } from "../runtime/time-slice.ts";
export type { Operator } from "../syntax/ast.ts";
export { ownColumn } from "../tree/facts.ts";
export {
  BEFORE,
  type BinaryNode,
  type CallNode,
  type ColumnNode,
  type ComputedKeyNode,
  type ConditionalNode,
  type ConvertNode,
  type DereferenceNode,
  type ExtremeRowNode,
  type FormulaNode,
  isRepeated,
  type LetNode,
  type ListDereferenceNode,
  type LogicNode,
  type Node,
  type RowSlot,
  type SelectNode,
} from "../tree/node.ts";
export type { ConversionId } from "../tree/rules.ts";
export type { TableScope } from "../tree/scope.ts";
export { isOrdered, isWholeNumber, type ScalarKind, scalar, type Type, valueFamilyOf } from "../tree/type.ts";
export { writeValue } from "../tree/value-forms.ts";
export { children } from "../tree/walk.ts";
