import { expect, test } from "vitest";
import { defaultLimits, Meter } from "./meter.ts";
import type { TimeSlice } from "./time-slice.ts";

/** A clock of milliseconds that only pauses and the test itself set forward, and a turn that pauses for a second. */
function watch() {
  const watched = { now: 0, isOver: false };
  const turn: TimeSlice = {
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
  const turn: TimeSlice = {
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

test("a request without a turn ends by fuel", () => {
  const meter = new Meter({ ...defaultLimits, fuel: 10_000 });
  expect(meter.isShared).toBe(false);
  expect(() => meter.spend(9_000)).not.toThrow();
  expect(() => meter.spend(9_000)).toThrow(expect.objectContaining({ code: "limit/fuel" }));
});

test.each([0, 1, 10, 4_095, 4_096, 4_097, 10_000])(
  "a budget of %i steps ends after exactly so many",
  (fuel) => {
    const meter = new Meter({ ...defaultLimits, fuel });
    for (let step = 0; step < fuel; step++) meter.spend(1);
    expect(() => meter.spend(1)).toThrow(expect.objectContaining({ code: "limit/fuel" }));
    meter.rewind(0);
    expect(() => meter.spend(fuel)).not.toThrow();
    expect(() => meter.spend(1)).toThrow(expect.objectContaining({ code: "limit/fuel" }));
  },
);
