import { type Accepted, type Diagnostic, jsonRowsOf, type Wire } from "@tablewright/core";
import { type Answer, jsonAnswer } from "./answer.ts";
import { inPieces } from "./in-pieces.ts";
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

/** `{ Rows, Warnings? }`; under the wire `appsheet` a Find answers the bare array. Many rows are sent piece by piece. */
export function writeResult(result: Accepted, form: ResultForm): Answer {
  const headers = form.preferred
    ? { "preference-applied": `wire=${form.wire}`, vary: "Prefer" }
    : { vary: "Prefer" };
  const rows = jsonRowsOf(result);
  const [before, after] = form.wire === "appsheet" && form.isFind ? ["", ""] : around(result, form);
  const body =
    rows.count <= FEW ? before + JSON.stringify(result.rows) + after : inPieces(before, rows.pieces(), after);
  return jsonAnswer(OK, body, headers);
}

/** So few are written at once, and their length is told. */
const FEW = 100;

/** What stands before and after the rows. */
function around(result: Accepted, form: ResultForm): [before: string, after: string] {
  const warnings = [...form.warnings, ...result.warnings].map(writeDiagnostic);
  return ['{"Rows":', warnings.length === 0 ? "}" : `,"Warnings":${JSON.stringify(warnings)}}`];
}
