/** What can be wrong and how it is said. */
export { catalogue } from "./catalogue.ts";
export { diagnose } from "./diagnose.ts";
export { diagnoseExpression } from "./diagnose-expression.ts";
export {
  type DetailsOf,
  type Diagnostic,
  type DiagnosticCode,
  type ExpressionCode,
  hasErrors,
  type Location,
  type Outcome,
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
export { printExcerpt } from "./print-excerpt.ts";
export { suggestionIn } from "./sentence.ts";
export { suggest } from "./suggest.ts";
