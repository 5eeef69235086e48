import { catalogue } from "./catalogue.ts";
import type { DetailsOf, Diagnostic, DiagnosticCode, Location } from "./diagnostic.ts";
import { wordDiagnostic } from "./word-diagnostic.ts";

/** Words the error `code` with its details and puts it in its location. */
export function diagnose<C extends DiagnosticCode>(
  code: C,
  details: DetailsOf<C>,
  location?: Location,
): Diagnostic {
  return wordDiagnostic(catalogue, code, details, location);
}
