import type { Store } from "@tablewright/core/storage";
import type { ChosenEvents } from "./change-events.ts";
import { dropEvents } from "./drop-events.ts";
import { type EventChoice, listEvents } from "./list-events.ts";
import { retryEvents } from "./retry-events.ts";

/**
 * What operators see of the events of one application and do with them, as `@tablewright/http` takes it. `now` gives
 * milliseconds since 1970-01-01T00:00:00Z.
 */
export function eventOperator(store: Store, app: string, now: () => number) {
  return {
    list: (choice: EventChoice) => listEvents(store, app, choice),
    retry: (chosen: ChosenEvents) => retryEvents(store, app, chosen, now()),
    drop: (chosen: ChosenEvents) => dropEvents(store, app, chosen, now()),
  };
}
