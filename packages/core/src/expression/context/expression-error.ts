import type { DiagnosticCode } from "../../diagnostics/index.ts";

/** An evaluation that could not finish; offsets as in `Diagnostic`. */
export class ExpressionError extends Error {
  readonly code: DiagnosticCode;
  readonly start: number;
  readonly end: number;

  constructor(code: DiagnosticCode, message: string, start: number, end: number) {
    super(message);
    this.name = "ExpressionError";
    this.code = code;
    this.start = start;
    this.end = end;
  }
}
