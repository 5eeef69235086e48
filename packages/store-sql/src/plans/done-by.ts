import type { Found } from "@tablewright/core/storage";
import type { PlanStatement } from "./plan-statement.ts";

/** What of its plan a statement does, as a store answers it. */
export function doneBy({
  filtered,
  kept,
  ordered,
  limited,
  computed,
}: Omit<PlanStatement, "ofWindow">): Omit<Found, "batches"> {
  return { filtered, kept: positionsOf(kept), ordered, limited, computed: positionsOf(computed) };
}

function positionsOf(parts: readonly { readonly position: number }[]): readonly number[] {
  return parts.map(({ position }) => position);
}
