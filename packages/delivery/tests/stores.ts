/** The stores that delivery is tried on, and events in their outbox. */

import type { WebhookCall } from "@tablewright/core";
import { appendEvents, readOutbox } from "@tablewright/core";
import { outboxTable, type Store, type StoredEvent } from "@tablewright/core/storage";
import { memoryStore } from "@tablewright/store-memory";
import { sqliteStore } from "@tablewright/store-sqlite";

export const stores: readonly (readonly [name: string, make: () => Store])[] = [
  ["memory", () => withOutbox(memoryStore())],
  ["sqlite", () => withOutbox(sqliteStore(":memory:"))],
];

/** Opened for its outbox before anything else is done with it. */
export function withOutbox(store: Store): Store {
  const opening = store.open([outboxTable]);
  return {
    ...store,
    read: (work, use) => opening.then(() => store.read(work, use)),
    write: (work, use) => opening.then(() => store.write(work, use)),
  };
}

/** A store that tells whether it is at work. */
export function watched(store: Store): { readonly store: Store; readonly isBusy: () => boolean } {
  let underWay = 0;
  const count = async <T>(work: Promise<T>): Promise<T> => {
    underWay++;
    try {
      return await work;
    } finally {
      underWay--;
    }
  };
  return {
    store: {
      ...store,
      read: (work) => count(store.read(work)),
      write: (work, use) => count(store.write(work, use)),
    },
    isBusy: () => underWay > 0,
  };
}

/** Puts a webhook for each URL into the outbox; their ids are `e1`, `e2` and so on. */
export async function queue(
  store: Store,
  now: number,
  ...calls: readonly Partial<WebhookCall>[]
): Promise<void> {
  const before = (await listed(store)).length;
  const events = calls.map((call, at) => ({
    id: `e${before + at + 1}`,
    rule: "Tell",
    payload: JSON.stringify({ ...CALL, ...call }),
    createdAt: now,
  }));
  await store.write((transaction) => appendEvents(transaction, events));
}

/** The oldest first. */
export async function listed(store: Store): Promise<readonly StoredEvent[]> {
  const events = await store.read((transaction) => readOutbox(transaction, { limit: 100_000 }));
  return events.toReversed();
}

export async function states(store: Store): Promise<string> {
  return (await listed(store)).map(({ state }) => state).join(" ");
}

const CALL: WebhookCall = {
  app: "shop",
  rule: "Tell",
  table: "Orders",
  key: "1",
  change: "add",
  url: "https://a.example/hook",
  method: "POST",
  headers: {},
  body: '{"order":1}',
};
