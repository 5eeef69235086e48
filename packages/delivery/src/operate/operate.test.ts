/** What an operator sees of an outbox and does to it. */
import { settleEvents } from "@tablewright/core";
import type { Store } from "@tablewright/core/storage";
import { memoryStore } from "@tablewright/store-memory";
import { expect, test } from "vitest";
import { listed, queue, withOutbox } from "../../tests/stores.ts";
import { dropOutboxEvents, listOutboxEvents, retryOutboxEvents } from "../index.ts";

const NOW = Date.UTC(2026, 10, 22);
const MINUTE = 60_000;

const place = (store: Store) => ({ store, app: "shop", now: NOW, order: undefined });

test("another application's events are neither listed nor changed", async () => {
  const store = withOutbox(memoryStore());
  await queue(store, NOW, {}, { app: "other" }, {});
  const events = await listOutboxEvents(store, "shop", { limit: 9 });
  expect(events.map(({ id }) => id)).toEqual(["e3", "e1"]);
  expect(await dropOutboxEvents(place(store), ["e2"])).toEqual({
    changed: [],
    refused: [{ id: "e2", reason: "The application has no such event." }],
  });
});

test("headers and bodies, where keys may be, are not shown", async () => {
  const store = withOutbox(memoryStore());
  await queue(store, NOW, { headers: { Authorization: "Bearer key" }, body: "private", secret: "env:HOOK" });
  expect(JSON.stringify(await listOutboxEvents(store, "shop", { limit: 9 }))).not.toMatch(
    /Bearer|private|HOOK/u,
  );
});

test("the last attempt is shown, of a delivered event as of one that failed", async () => {
  const store = withOutbox(memoryStore());
  await queue(store, NOW, {}, {}, {});
  const since = "since 2026-11-22T00:00:00.000Z";
  await store.write((transaction) =>
    settleEvents(transaction, [
      { id: "e1", state: "delivered", dueAt: NOW, error: `Attempt 2 ${since}: 200 OK\ntaken\nthanks` },
      {
        id: "e2",
        state: "failed",
        dueAt: NOW,
        error: `Dropped at ${"2026-11-22T00:00:00.000Z"}. Attempt 1 ${since}: 500\nno`,
      },
    ]),
  );
  expect(await listOutboxEvents(store, "shop", { limit: 9 })).toMatchObject([
    { attempts: 0, lastAttempt: undefined, answer: undefined, error: undefined },
    { attempts: 1, lastAttempt: "500", answer: "no", error: expect.stringMatching(/: 500$/u) },
    { attempts: 2, lastAttempt: "200 OK", answer: "taken\nthanks", error: undefined },
  ]);
});

test("more events than a page are all found", async () => {
  const store = withOutbox(memoryStore());
  await queue(store, NOW, ...Array(450).fill({}));
  expect(await listOutboxEvents(store, "shop", { limit: 1_000 })).toHaveLength(450);
  expect(await listOutboxEvents(store, "shop", { id: "e1", limit: 1 })).toHaveLength(1);
  expect((await dropOutboxEvents(place(store), ["e1", "e450", "e1"])).changed).toEqual(["e1", "e450"]);
});

test("an event that waits long is tried at once and keeps its time, one that is dead gets a new one", async () => {
  const store = withOutbox(memoryStore());
  await queue(store, NOW, {}, {}, {});
  const error = "Attempt 3 since 2026-11-22T00:00:00.000Z: 503";
  await store.write((transaction) =>
    settleEvents(transaction, [
      { id: "e1", state: "waiting", dueAt: NOW + MINUTE + 1, error },
      { id: "e2", state: "waiting", dueAt: NOW + MINUTE, error },
      { id: "e3", state: "failed", dueAt: NOW, error },
    ]),
  );
  const { changed, refused } = await retryOutboxEvents(place(store), ["e1", "e2", "e3"]);
  expect([changed, refused.map(({ id }) => id)]).toEqual([["e1", "e3"], ["e2"]]);
  expect(await listed(store)).toMatchObject([
    { state: "waiting", dueAt: NOW, error },
    { state: "waiting", dueAt: NOW + MINUTE, error },
    { state: "waiting", dueAt: NOW, error: undefined },
  ]);
});

test("a dropped event is distinguished from one that failed, and is not among those to retry", async () => {
  const store = withOutbox(memoryStore());
  await queue(store, NOW, {}, {});
  const failed = { state: "failed", dueAt: NOW, error: "410" } as const;
  await store.write((transaction) =>
    settleEvents(transaction, [
      { id: "e1", ...failed },
      { id: "e2", ...failed },
    ]),
  );
  await dropOutboxEvents(place(store), ["e1"]);
  expect(await listOutboxEvents(store, "shop", { state: "dropped", limit: 9 })).toMatchObject([
    { id: "e1", error: "Dropped at 2026-11-22T00:00:00.000Z. 410" },
  ]);
  expect((await retryOutboxEvents(place(store), "failed")).changed).toEqual(["e2"]);
});
