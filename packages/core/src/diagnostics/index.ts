/** What can be wrong and how it is said. */

export { catalogue } from "./catalogue.ts";
export {
  ANY,
  checkForms,
  checkList,
  checkOptions,
  checkText,
  type Forms,
  ifGiven,
  isRecord,
  kindInWords,
  type OptionsOf,
  oneOfWords,
} from "./check-options.ts";
export { detailsOf, diagnose, diagnoseDefinition, diagnoseExpression, diagnoseUnknown } from "./diagnose.ts";
export {
  type DefinitionCode,
  type DetailsOf,
  type Diagnostic,
  type DiagnosticCode,
  describeCause,
  type ExpressionCode,
  type ExpressionDiagnostic,
  hasErrors,
  type Location,
  moveDiagnostic,
  noOutput,
  type Outcome,
  printExcerpt,
  type Span,
  type TextEdit,
} from "./diagnostic.ts";
export {
  type Counts,
  DiagnosticList,
  EVERY_ERROR,
  isFull,
  joinDiagnostics,
  OF_AN_EXPRESSION,
} from "./diagnostic-list.ts";
export { type Instead, writeInstead } from "./sentence.ts";
export { suggest } from "./suggest.ts";
