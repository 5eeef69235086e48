import type { Diagnostic, EffectEvent, ResultRow } from "@tablewright/core";
import type { StoredRun } from "@tablewright/core/storage";

/** What came of a call, or of several: the rows and errors of the last, the events and rules of all, in their order. */
export interface ObservedCall {
  readonly rows: readonly ResultRow[];
  readonly errors: readonly Diagnostic[];
  readonly warnings: readonly Diagnostic[];
  readonly events: readonly EffectEvent[];
  readonly runs: readonly StoredRun[];
}
