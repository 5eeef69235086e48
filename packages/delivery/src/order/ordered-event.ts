import type { Effect, OrderedEvent } from "@tablewright/core";
import type { StoredEvent } from "@tablewright/core/storage";

/** The event with its lane; undefined for one that is sent whenever its turn comes. */
export function orderedEvent({ id, payload }: Pick<StoredEvent, "id" | "payload">): OrderedEvent | undefined {
  if (!payload.includes('"lane":')) return undefined;
  try {
    const { lane } = JSON.parse(payload) as Effect;
    return typeof lane === "number" ? { id, lane } : undefined;
  } catch {
    return undefined;
  }
}
