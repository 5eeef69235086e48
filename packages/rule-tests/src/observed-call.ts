import type { Diagnostic, ResultRow, WebhookEvent } from "@tablewright/core";
import type { StoredRun } from "@tablewright/core/storage";

/** What came of a call, or of several: the rows and errors of the last, the events and rules of all, in their order. */
export interface ObservedCall {
  readonly rows: readonly ResultRow[];
  readonly errors: readonly Diagnostic[];
  readonly warnings: readonly Diagnostic[];
  readonly events: readonly WebhookEvent[];
  readonly runs: readonly StoredRun[];
}
