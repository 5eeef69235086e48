import type { EngineRequest, Properties } from "./request.ts";
import type { Accepted, Rejected } from "./result.ts";

/** One call of a batch; it has the caller, wire and turn of the batch. */
export type BatchCall = Pick<EngineRequest, "action" | "table" | "rows" | "properties">;

/**
 * Calls that are carried out one after the other in one transaction, all or none. Each sees what the calls before it have written. A
 * cell may be `{ "$ref": "#/0/Rows/0/Order ID" }`, a JSON pointer to a cell of an earlier answer: it counts as what is answered there.
 */
export interface BatchRequest extends Omit<EngineRequest, keyof BatchCall> {
  /** At most `limits.calls` of them. */
  readonly calls: readonly BatchCall[];
  /** What holds for all calls: whom they are made for, where, and whether anything is kept. Each call has its own for the rest. */
  readonly properties?: Properties;
}

/** Every call was carried out. */
export interface BatchAnswer {
  readonly ok: true;
  /** One for each call, in their order. */
  readonly answers: readonly Accepted[];
  /** The id in the history under which all changes can be undone together; missing where nothing was recorded. */
  readonly call?: string;
  /** Whether they are the answers of the same batch, which came before with the same idempotency key. */
  readonly isReplayed?: true;
}

/** Of a batch that is rejected nothing is kept, and errors say the `call` that they are about, from 1. */
export type BatchResult = BatchAnswer | Rejected;
