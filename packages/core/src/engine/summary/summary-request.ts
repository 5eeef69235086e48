import type { JsonValue } from "../../values/index.ts";
import type { EngineRequest } from "../calls/request.ts";

/** A summary of the rows that a Find by the same Selector or keys would answer with. */
export interface SummaryRequest extends Omit<EngineRequest, "action" | "idempotencyKey"> {
  /** The columns whose equal values make a group; without any, all rows are one group. */
  readonly by?: JsonValue | undefined;
  /** What is computed of each group, by the name it is answered under: `"COUNT"`, or a function and its column. */
  readonly values?: JsonValue | undefined;
}
