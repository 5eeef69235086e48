import { expect, test } from "vitest";
import { INTERRUPTED } from "../../../runtime/interrupted.ts";
import { defaultLimits } from "../../../runtime/limits.ts";
import { Meter } from "../../../runtime/meter.ts";

test("the patterns are made in small steps, once, and an attempt that would make them is interrupted", async () => {
  const { chronoPatterns } = await importAgain("./chrono-patterns.ts");
  const meter = new Meter(defaultLimits, undefined, undefined, { isOver: false, pause: async () => {} });
  meter.beginAttempt();
  expect(() => chronoPatterns("pause", meter).next()).toThrow(INTERRUPTED);
  meter.giveUpAttempt();
  const steps = [...chronoPatterns("pause", meter)];
  expect(steps.length).toBeGreaterThan(50);
  expect(new Set(steps)).toEqual(new Set(["pause"]));
  meter.beginAttempt();
  expect(chronoPatterns("pause", meter).next()).toEqual({ done: true, value: expect.anything() });
});

/** The module as a process has it that has not used it yet. */
function importAgain(file: string): Promise<typeof import("./chrono-patterns.ts")> {
  return import(`${file}?again`);
}
