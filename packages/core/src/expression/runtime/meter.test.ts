import { expect, test } from "vitest";
import { INTERRUPTED } from "./interrupted.ts";
import { defaultLimits } from "./limits.ts";
import { Meter } from "./meter.ts";
import type { Turn } from "./turn.ts";

/** A clock of milliseconds that only pauses and the test itself set forward, and a turn that pauses for a second. */
function watch() {
  const watched = { now: 0, isOver: false };
  const turn: Turn = {
    get isOver() {
      return watched.isOver;
    },
    pause: async () => {
      watched.now += 1_000;
    },
  };
  return { watched, meter: new Meter(defaultLimits, () => watched.now, undefined, turn) };
}

test("the time of a pause is no time of the request, nor of a budget beside it", async () => {
  const { watched, meter } = watch();
  const beside = meter.beside();
  for (let pause = 0; pause < 10; pause++) await meter.pause();
  expect(watched.now).toBe(10_000);
  expect([meter.remainingMilliseconds, beside.remainingMilliseconds]).toEqual([2_000, 2_000]);
  expect(() => meter.spend(5_000)).not.toThrow();
  watched.now += 2_001;
  expect(() => meter.spend(5_000)).toThrow(expect.objectContaining({ code: "limit/time" }));
});

test("a pause is due when the turn is over, and the turn is not asked at every step", () => {
  let asked = 0;
  const turn: Turn = {
    get isOver() {
      asked += 1;
      return true;
    },
    pause: async () => {},
  };
  const meter = new Meter(defaultLimits, undefined, undefined, turn);
  const due = Array.from({ length: 640 }, () => {
    meter.spend(1);
    return meter.isPauseDue;
  });
  expect(due.filter(Boolean)).toHaveLength(10);
  expect(asked).toBe(10);
});

test("an attempt is interrupted within 64 steps of the end of the turn, and gives back what it spent", () => {
  const { watched, meter } = watch();
  meter.spend(100);
  watched.isOver = true;
  expect(() => meter.spend(1_000)).not.toThrow();
  meter.beginAttempt();
  let steps = 0;
  const spendOn = () => {
    for (;;) {
      meter.spend(1);
      steps += 1;
    }
  };
  expect(spendOn).toThrow(INTERRUPTED);
  expect(steps).toBeLessThanOrEqual(64);
  meter.giveUpAttempt();
  expect(meter.spent).toBe(1_100);
  expect(() => meter.spend(1_000)).not.toThrow();
});

test("a request without a turn is never interrupted and ends by fuel as ever", () => {
  const meter = new Meter({ ...defaultLimits, fuel: 10_000 });
  expect(meter.isShared).toBe(false);
  meter.beginAttempt();
  expect(() => meter.spend(9_000)).not.toThrow();
  expect(() => meter.spend(9_000)).toThrow(expect.objectContaining({ code: "limit/fuel" }));
});
