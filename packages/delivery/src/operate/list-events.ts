import type { Store } from "@tablewright/core/storage";
import { eventsOf } from "./events-of.ts";
import { type ListedEvent, type ListedState, listedEvent } from "./listed-event.ts";

/** Which events of an application are listed; what is left out does not matter. */
export interface EventChoice {
  readonly id?: string;
  readonly state?: ListedState;
  readonly rule?: string;
  /** At most so many, the newest. */
  readonly limit: number;
}

/** Events of an application, the newest first. */
export async function listEvents(
  store: Store,
  app: string,
  { id, state, rule, limit }: EventChoice,
): Promise<readonly ListedEvent[]> {
  const listed: ListedEvent[] = [];
  for await (const { event, effect } of eventsOf(store, app)) {
    const one = listedEvent(event, effect);
    const isChosen =
      (id ?? one.id) === one.id && (state ?? one.state) === one.state && (rule ?? one.rule) === one.rule;
    if (isChosen) listed.push(one);
    if (listed.length >= limit) break;
  }
  return listed;
}
