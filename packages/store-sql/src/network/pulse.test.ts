/** When callers are told that a database is away, and when they are let in again, by a clock of its own. */
import { virtualClock } from "@tablewright/tooling/virtual-time";
import { expect, test } from "vitest";
import { Pulse } from "./pulse.ts";

const AWAY = new Error("away");

/** A database that is asked over a pulse; each question takes a second and a half to be given up. */
function watched() {
  const clock = virtualClock();
  const state = { answers: true, asked: 0 };
  const ask = () => {
    state.asked++;
    if (state.answers) return Promise.resolve();
    return new Promise<void>((_, reject) => void clock.after(1_500, () => reject(AWAY)));
  };
  const pulse = new Pulse(ask, () => AWAY, clock);
  return { clock, state, pulse };
}

/** What has become of a promise so far. */
function stateOf(promise: Promise<unknown>): () => unknown {
  let state: unknown = "waits";
  promise.then(
    (value) => {
      state = value;
    },
    (error: unknown) => {
      state = error;
    },
  );
  return () => state;
}

test("work that is done soon asks nothing", async () => {
  const { clock, state, pulse } = watched();
  expect(await pulse.watch(Promise.resolve("done"))).toBe("done");
  await clock.advance(10_000);
  expect(state.asked).toBe(0);
});

test("work that takes long goes on while the database answers", async () => {
  const { clock, state, pulse } = watched();
  const { promise, resolve } = Promise.withResolvers<string>();
  const watching = stateOf(pulse.watch(promise));
  await clock.advance(799);
  expect(state.asked).toBe(0);
  await clock.advance(60_000);
  expect(state.asked).toBeGreaterThan(10);
  expect(watching()).toBe("waits");
  resolve("done");
  await clock.advance(0);
  expect(watching()).toBe("done");
});

test("work is given up after two questions without an answer, less than five seconds after it began", async () => {
  const { clock, state, pulse } = watched();
  state.answers = false;
  const all = [1, 2].map(() => stateOf(pulse.watch(new Promise(() => {}))));
  await clock.advance(800 + 2 * 1_500 - 1);
  expect(all.map((one) => one())).toEqual(["waits", "waits"]);
  await clock.advance(1);
  expect(all.map((one) => one())).toEqual([AWAY, AWAY]);
  expect(state.asked).toBe(2);
});

test("a late answer to the first question is enough", async () => {
  const { clock, state, pulse } = watched();
  state.answers = false;
  const watching = stateOf(pulse.watch(new Promise(() => {})));
  await clock.advance(800 + 1_499);
  state.answers = true;
  await clock.advance(60_000);
  expect(watching()).toBe("waits");
});

test("who comes while it is away is refused at once for a second, then asks, and lets all in when it answers", async () => {
  const { clock, state, pulse } = watched();
  await pulse.ready();
  state.answers = false;
  const watching = stateOf(pulse.watch(new Promise(() => {})));
  await clock.advance(5_000);
  expect(watching()).toBe(AWAY);
  await expect(clock.until(pulse.ready())).rejects.toBe(AWAY); // asked once more
  expect(state.asked).toBe(3);
  state.answers = true;
  await expect(pulse.ready()).rejects.toBe(AWAY);
  await clock.advance(999);
  await expect(pulse.ready()).rejects.toBe(AWAY);
  expect(state.asked).toBe(3);
  await clock.advance(1);
  await pulse.ready();
  await pulse.ready();
  expect(state.asked).toBe(4);
});

test("a closed one asks no more", async () => {
  const { clock, state, pulse } = watched();
  stateOf(pulse.watch(new Promise(() => {})));
  pulse.close();
  await clock.advance(60_000);
  expect(state.asked).toBe(0);
});
