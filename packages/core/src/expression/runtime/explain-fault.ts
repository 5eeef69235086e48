import { type Diagnostic, diagnose } from "../../diagnostics/index.ts";
import type { RunFault } from "./run-fault.ts";

/** A fault of evaluation in the words of the catalogue, at the node that met it. */
export function explainFault(fault: RunFault): Diagnostic {
  return diagnose(fault.code, fault.details as never, fault.place ?? {});
}
