import type { DetailsOf, Diagnostic, ExpressionCode, Location } from "./diagnostic.ts";
import { expressionCatalogue } from "./expression-catalogue.ts";
import { wordDiagnostic } from "./word-diagnostic.ts";

/** As `diagnose`, for the language, which loads no other sentences. */
export function diagnoseExpression<C extends ExpressionCode>(
  code: C,
  details: DetailsOf<C>,
  location?: Location,
): Diagnostic {
  return wordDiagnostic(expressionCatalogue, code, details, location);
}
