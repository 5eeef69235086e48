import type { Effect } from "@tablewright/core";
import type { Store, StoredEvent } from "@tablewright/core/storage";

/** An event with its effect; undefined where the payload cannot be read. */
export interface EventOfApp {
  readonly event: StoredEvent;
  readonly effect: Effect | undefined;
}

/** The events of an application in an outbox that others may share, the newest first, read page by page. */
export async function* eventsOf(store: Store, app: string): AsyncGenerator<EventOfApp> {
  let before = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const page = { before, limit: PAGE };
    const events = await store.read((transaction) => transaction.listEvents(page));
    for (const event of events) {
      const effect = readEffect(event);
      if (effect === undefined || effect.app === app) yield { event, effect };
    }
    const last = events.at(-1);
    if (last === undefined || events.length < PAGE) return;
    before = last.sequence;
  }
}

function readEffect({ payload }: StoredEvent): Effect | undefined {
  try {
    return (JSON.parse(payload) as Effect | null) ?? undefined;
  } catch {
    return undefined;
  }
}

const PAGE = 200;
