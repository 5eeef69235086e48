/** What becomes of events, over each store, with answers and time that the test gives. */

import { appendEvents, claimEvents } from "@tablewright/core";
import { virtualClock } from "@tablewright/tooling/virtual-time";
import { describe, expect, test } from "vitest";
import { Undeliverable } from "../src/index.ts";
import { listed, queue, states, stores, watched } from "./stores.ts";
import { type Reply, receiver, work } from "./worker.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

describe.each(stores)("delivery from %s", (_, make) => {
  test("events are sent once each, in their order, and are done with", async () => {
    const { store, clock, worker, sent, ids } = begin(() => 204);
    await queue(store, clock.now(), {}, { url: "https://b.example/x?y=1", method: "PUT", body: "x" }, {});
    await clock.advance(2 * SECOND);
    expect(ids()).toEqual(["e1", "e2", "e3"]);
    expect(sent.map(({ method, url }) => `${method} ${url}`)).toEqual([
      "POST https://a.example/hook",
      "PUT https://b.example/x?y=1",
      "POST https://a.example/hook",
    ]);
    expect(await listed(store)).toMatchObject([1, 2, 3].map(() => ({ state: "delivered", attempts: 1 })));
    expect(worker.log.map(({ level, message }) => `${level} ${message}`)).toEqual(
      Array(3).fill("info event delivered"),
    );
    await clock.advance(MINUTE);
    expect(sent).toHaveLength(3);
    await worker.stop();
  });

  test("what a worker writes is its own, so that reads from a standby wait for none of it", async () => {
    const { store, isBusy } = watched(make());
    const clock = virtualClock(isBusy);
    await queue(store, clock.now(), {});
    const writers = new Set<string | undefined>();
    const noting: typeof store = {
      ...store,
      write: (work, use) => {
        writers.add(use?.caller);
        return store.write(work, use);
      },
    };
    const worker = work(noting, clock, receiver(() => 204).send);
    await clock.advance(MINUTE);
    expect(await listed(store)).toMatchObject([{ state: "delivered" }]);
    expect([...writers]).toEqual(["delivery"]);
    await worker.stop();
  });

  test.each<[string, Reply, string, number]>([
    [
      "a status",
      { status: 503, statusText: "Service Unavailable", text: "busy\nsorry" },
      "503 Service Unavailable\nbusy\nsorry",
      2,
    ],
    ["no connection", new Error("connect ECONNREFUSED"), "connect ECONNREFUSED", 2],
    ["no answer", "never", "There was no answer within 15,000 ms.", 17],
  ])("%s is tried again, at most with the same id", async (_what, reply, reason, seconds) => {
    const { store, clock, worker, ids } = begin((_request, count) => (count < 3 ? reply : 200));
    await queue(store, clock.now(), {});
    await clock.advance(seconds * SECOND);
    const [event] = await listed(store);
    expect(event).toMatchObject({ state: "waiting", error: expect.stringContaining(reason) });
    expect(event?.error).toMatch(/^Attempt [12] since 2026-11-22T00:00:\d\d\.\d{3}Z: /u);
    await clock.advance(MINUTE);
    expect(ids()).toEqual(["e1", "e1", "e1"]);
    const delivered = { state: "delivered", error: expect.stringContaining(": 200"), attempts: 3 };
    expect(await listed(store)).toMatchObject([delivered]);
    await worker.stop();
  });

  test.each<[Reply, string]>([
    [{ status: 410, statusText: "Gone" }, "410 Gone"],
    [{ status: 400, text: "no" }, "400\nno"],
    [new Undeliverable("not there"), "not there"],
  ])("%j is final", async (reply, reason) => {
    const { store, clock, worker, sent } = begin(() => reply);
    await queue(store, clock.now(), {});
    await clock.advance(MINUTE);
    expect(sent).toHaveLength(1);
    const [event] = await listed(store);
    expect(event?.state).toBe("failed");
    expect(event?.error).toMatch(new RegExp(`: ${reason}$`, "u"));
    expect(worker.log).toMatchObject([{ level: "warning", message: "event failed for good" }]);
    await worker.stop();
  });

  test("times between attempts double until 24 hours are over, and then it is a dead letter", async () => {
    const times: number[] = [];
    const { store, clock, worker } = begin(
      () => {
        times.push(clock.now());
        return 500;
      },
      { poll: MINUTE },
    );
    const start = clock.now();
    await queue(store, start, {});
    await clock.advance(30 * HOUR);
    const gaps = times.slice(1).map((time, at) => time - (times[at] ?? 0));
    expect(gaps[0]).toBeGreaterThanOrEqual(0.75 * 5 * SECOND);
    expect(gaps[5]).toBeGreaterThanOrEqual(0.75 * 160 * SECOND);
    expect(Math.max(...gaps)).toBeLessThan(3 * HOUR + 2 * MINUTE);
    expect((times.at(-1) ?? 0) - start).toBeGreaterThanOrEqual(24 * HOUR);
    expect((times.at(-1) ?? 0) - start).toBeLessThan(24 * HOUR + 6 * MINUTE);
    const [event] = await listed(store);
    expect(event).toMatchObject({ state: "failed" });
    expect(event?.error).toContain(`Attempt ${times.length} since 2026-11-22T00:0`);
    await worker.stop();
  });

  test("Retry-After puts the event and its host off", async () => {
    const { store, clock, worker, sent } = begin((_request, count) =>
      count === 1 ? { status: 429, retryAfter: "120" } : 200,
    );
    await queue(store, clock.now(), {});
    await clock.advance(2 * SECOND);
    await queue(store, clock.now(), {}, { url: "https://b.example/" });
    await clock.advance(110 * SECOND);
    expect(sent.map(({ url }) => url.host)).toEqual(["a.example", "b.example"]);
    await clock.advance(20 * SECOND);
    expect(await states(store)).toBe("delivered delivered delivered");
    await worker.stop();
  });

  test("a host is sent so many at a time, and others are not held up by one that is slow", async () => {
    const { store, clock, worker, sent } = begin(({ url }) => (url.host === "slow.example" ? "never" : 200));
    await queue(
      store,
      clock.now(),
      ...Array(30).fill({ url: "https://slow.example/" }),
      ...Array(9).fill({}),
    );
    await clock.advance(3 * SECOND);
    const hosts = sent.map(({ url }) => url.host);
    expect(hosts.filter((host) => host === "slow.example")).toHaveLength(4);
    expect(hosts.filter((host) => host === "a.example")).toHaveLength(9);
    await worker.stop(AbortSignal.abort());
  });

  test("a host that fails has a rest, then is asked by one request, and then by all again", async () => {
    let isUp = false;
    const { store, clock, worker, sent } = begin(() => (isUp ? 200 : new Error("down")), {
      poll: 5 * SECOND,
    });
    await queue(store, clock.now(), ...Array(40).fill({}));
    await clock.advance(5 * SECOND);
    expect(sent.length).toBeLessThanOrEqual(8);
    const before = sent.length;
    await clock.advance(10 * MINUTE);
    expect(sent.length - before).toBeLessThan(16);
    isUp = true;
    await clock.advance(15 * MINUTE);
    expect(await states(store)).toBe(Array(40).fill("delivered").join(" "));
    await worker.stop();
  });

  test("a receiver that is down for an hour gets every event when it is back, the old ones too", async () => {
    let isUp = true;
    const { store, clock, worker, ids } = begin(() => (isUp ? 200 : new Error("down")), { poll: MINUTE });
    isUp = false;
    for (let minute = 0; minute < 60; minute++) {
      await queue(store, clock.now(), {}, {});
      await clock.advance(MINUTE);
    }
    expect(await states(store)).toBe(Array(120).fill("waiting").join(" "));
    isUp = true;
    const before = ids().length;
    await clock.advance(3 * HOUR);
    expect(await states(store)).toBe(Array(120).fill("delivered").join(" "));
    expect(new Set(ids().slice(before)).size).toBe(120);
    expect(ids().slice(before)).toHaveLength(120);
    await worker.stop();
  });

  test("600 events leave the outbox, each once", async () => {
    const { store, clock, worker, ids } = begin(() => 200);
    await queue(store, clock.now(), ...Array(600).fill({}));
    await clock.advance(2 * MINUTE);
    expect(new Set(ids()).size).toBe(600);
    expect(ids()).toHaveLength(600);
    await worker.stop();
  });

  test("two workers share an outbox, and nothing is sent twice", async () => {
    const { store, clock, worker, send, ids } = begin(() => 200);
    const other = work(store, clock, send);
    await queue(store, clock.now(), ...Array(300).fill({}));
    await clock.advance(MINUTE);
    expect(ids()).toHaveLength(300);
    expect(new Set(ids()).size).toBe(300);
    expect(Math.min(worker.log.length, other.log.length)).toBeGreaterThan(0);
    await Promise.all([worker.stop(), other.stop()]);
  });

  test("what a worker held that is no more is sent by another when the claim is over", async () => {
    const { store, clock, worker, ids } = begin(() => 200);
    await worker.stop();
    await queue(store, clock.now(), {}, {});
    const until = clock.now() + MINUTE;
    await store.write((transaction) => claimEvents(transaction, { now: clock.now(), until, limit: 1 }));
    const other = work(store, clock, receiver(() => 200).send);
    await clock.advance(50 * SECOND);
    expect([ids(), await states(store)]).toEqual([[], "waiting delivered"]);
    await clock.advance(15 * SECOND);
    expect(await states(store)).toBe("delivered delivered");
    await other.stop();
  });

  test("an outcome that comes after the claim is over changes nothing", async () => {
    const { store, clock, worker } = begin(() => "never", { stopping: HOUR });
    await queue(store, clock.now(), {});
    await clock.advance(2 * SECOND);
    const stolen = { now: clock.now() + HOUR, until: clock.now() + 2 * HOUR, limit: 1 };
    await store.write((transaction) => claimEvents(transaction, stolen));
    await clock.advance(20 * SECOND);
    expect(await listed(store)).toMatchObject([{ attempts: 2, dueAt: stolen.until, error: undefined }]);
    await worker.stop();
  });

  test("a worker that is stopped lets attempts end, and gives the rest back", async () => {
    let answer: (() => void) | undefined;
    const { store, clock, worker, ids } = begin(
      () => "never",
      {},
      async (request, signal, reply) => {
        if (request.headers["webhook-id"] === "e1") await new Promise<void>((done) => (answer = done));
        return request.headers["webhook-id"] === "e1"
          ? { status: 200, statusText: "", location: undefined, retryAfter: undefined, text: "" }
          : reply(request, signal);
      },
    );
    await queue(store, clock.now(), ...Array(12).fill({}));
    await clock.advance(2 * SECOND);
    expect(ids()).toHaveLength(3);
    const stopped = worker.stop();
    await clock.advance(SECOND);
    answer?.();
    await clock.advance(SECOND);
    expect((await listed(store)).filter(({ dueAt }) => dueAt > clock.now())).toHaveLength(3);
    await clock.advance(5 * SECOND);
    await stopped;
    expect((await states(store)).startsWith("delivered waiting")).toBe(true);
    expect((await listed(store)).filter(({ dueAt }) => dueAt > clock.now())).toEqual([]);
    await clock.advance(MINUTE);
    expect(ids()).toHaveLength(3);
  });

  test("a clock that is set back loses nothing and sends nothing twice", async () => {
    const { store, clock, worker, ids } = begin((_request, count) => (count === 1 ? "never" : 200));
    await queue(store, clock.now(), {}, {});
    await clock.advance(2 * SECOND);
    clock.setBack(HOUR);
    await clock.advance(15 * SECOND);
    expect(await states(store)).toBe("waiting delivered");
    await clock.advance(MINUTE);
    expect(ids()).toEqual(["e1", "e2", "e1"]);
    expect(await states(store)).toBe("delivered delivered");
    await worker.stop();
  });

  test("a payload that is no request fails for good", async () => {
    const { store, clock, worker, sent } = begin(() => 200);
    const event = { id: "x", rule: "r", payload: "null", createdAt: clock.now() };
    await store.write((transaction) => appendEvents(transaction, [event]));
    await clock.advance(2 * SECOND);
    expect(await listed(store)).toMatchObject([
      { state: "failed", error: "The payload of the event is no request." },
    ]);
    expect(sent).toEqual([]);
    await worker.stop();
  });

  function begin(
    reply: Parameters<typeof receiver>[0],
    limits: Parameters<typeof work>[3] = {},
    around?: (
      request: Parameters<ReturnType<typeof receiver>["send"]>[0],
      signal: AbortSignal,
      send: ReturnType<typeof receiver>["send"],
    ) => ReturnType<ReturnType<typeof receiver>["send"]>,
  ) {
    const { store, isBusy } = watched(make());
    const clock = virtualClock(isBusy);
    const received = receiver(reply);
    const { send } = received;
    const worker = work(
      store,
      clock,
      around ? (request, signal) => around(request, signal, send) : send,
      limits,
    );
    return { store, clock, worker, ...received };
  }
});
