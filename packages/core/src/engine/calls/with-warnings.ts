import { type Diagnostic, joinDiagnostics } from "../../diagnostics/index.ts";
import type { Call } from "./call.ts";

/** The same call, whose caller should know more of what they sent. */
export function withWarnings(call: Call, warnings: readonly Diagnostic[]): Call {
  return warnings.length === 0 ? call : { ...call, warnings: joinDiagnostics(call.warnings, warnings) };
}
