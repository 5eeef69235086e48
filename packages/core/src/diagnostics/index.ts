/** What can be wrong and how it is said. */
export { catalogue } from "./catalogue.ts";
export { diagnose, diagnoseExpression } from "./diagnose.ts";
export {
  type DetailsOf,
  type Diagnostic,
  type DiagnosticCode,
  type ExpressionCode,
  hasErrors,
  type Location,
  type Outcome,
  printExcerpt,
  type Span,
} from "./diagnostic.ts";
export {
  type Counts,
  DiagnosticList,
  EVERY_ERROR,
  isFull,
  joinDiagnostics,
  OF_AN_EXPRESSION,
} from "./diagnostic-list.ts";
export { suggestionIn } from "./sentence.ts";
export { suggest } from "./suggest.ts";
