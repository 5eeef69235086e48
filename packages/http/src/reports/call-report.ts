import type { CallNotes } from "./call-notes.ts";

/** What is reported of every request once its answer was sent or given up; no key and no value is in it. */
export interface CallReport extends Readonly<CallNotes> {
  /** The trace id of its answer, if that is an error. */
  readonly id: string;
  readonly method: string;
  /** As sent, without a query. */
  readonly path: string;
  /** Where the caller sits on the network, as far as the adapter knows. */
  readonly from: string | undefined;
  readonly status: number;
  /** The code of the first error. */
  readonly code: string | undefined;
  /** How many rows were answered. */
  readonly rows: number | undefined;
  /** From the head of the request to the end of its answer. */
  readonly milliseconds: number;
}
