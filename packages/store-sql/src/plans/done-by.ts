import type { Found } from "@tablewright/core/storage";
import type { PlanStatement } from "./plan-statement.ts";

/** What of its plan a statement does, as a store answers it. */
export function doneBy({
  filtered,
  residual,
  ordered,
  limited,
  computed,
}: Omit<PlanStatement, "ofWindow" | "ofEnds">): Omit<Found, "batches"> {
  return {
    filtered,
    residual: residual.map(({ condition }) => condition),
    ordered,
    limited,
    computed: computed.map(({ expression }) => expression),
  };
}
