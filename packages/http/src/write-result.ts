import type { Accepted, Diagnostic, Wire } from "@tablewright/core";
import { type Answer, jsonAnswer } from "./answer.ts";
import { OK } from "./problem.ts";
import { writeDiagnostic } from "./write-problem.ts";

/** How the rows of a call that was carried out are to be written. */
export interface ResultForm {
  readonly wire: Wire;
  /** Whether the request asked for this wire by itself. */
  readonly preferred: boolean;
  readonly isFind: boolean;
  /** What was found about the body before the engine saw it. */
  readonly warnings: readonly Diagnostic[];
}

/** `{ Rows, Warnings? }`; under the wire `appsheet` a Find answers the bare array. */
export function writeResult(result: Accepted, form: ResultForm): Answer {
  const headers = form.preferred
    ? { "preference-applied": `wire=${form.wire}`, vary: "Prefer" }
    : { vary: "Prefer" };
  if (form.wire === "appsheet" && form.isFind) return jsonAnswer(OK, JSON.stringify(result.rows), headers);
  const warnings = [...form.warnings, ...result.warnings].map(writeDiagnostic);
  const body = { Rows: result.rows, ...(warnings.length === 0 ? {} : { Warnings: warnings }) };
  return jsonAnswer(OK, JSON.stringify(body), headers);
}
