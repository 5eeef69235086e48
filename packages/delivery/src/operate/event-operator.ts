import type { EventOrder } from "@tablewright/core";
import type { Store } from "@tablewright/core/storage";
import type { ChosenEvents, EventPlace } from "./change-events.ts";
import { dropEvents } from "./drop-events.ts";
import { type EventChoice, listEvents } from "./list-events.ts";
import { retryEvents } from "./retry-events.ts";

/**
 * What operators see of the events of one application and do with them, as `@tablewright/http` takes it. `now` gives
 * milliseconds since 1970-01-01T00:00:00Z, `order` which events wait for others, as `engine.eventOrder` knows.
 */
export function eventOperator(
  store: Store,
  app: string,
  now: () => number,
  order: () => EventOrder | undefined,
) {
  const place = (): EventPlace => ({ store, app, now: now(), order: order() });
  return {
    list: (choice: EventChoice) => listEvents(store, app, choice),
    retry: (chosen: ChosenEvents) => retryEvents(place(), chosen),
    drop: (chosen: ChosenEvents) => dropEvents(place(), chosen),
  };
}
