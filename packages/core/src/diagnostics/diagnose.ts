import { catalogue } from "./catalogue.ts";
import type { DetailsOf, Diagnostic, DiagnosticCode, Place } from "./diagnostic.ts";
import { wordDiagnostic } from "./word-diagnostic.ts";

/** Words the error `code` with its details and puts it in its place. */
export function diagnose<C extends DiagnosticCode>(
  code: C,
  details: DetailsOf<C>,
  place?: Place,
): Diagnostic {
  return wordDiagnostic(catalogue, code, details, place);
}
