/** Beats by a clock of the test's own. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Heartbeat, SILENCE_MS } from "./heartbeat.ts";

describe("the heartbeat of a transaction", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test("comes more often than the server waits for it while the work computes, and not while a statement is under way", async () => {
    const beat = vi.fn(async () => undefined);
    const transaction = new Heartbeat().begin(beat);
    await vi.advanceTimersByTimeAsync(SILENCE_MS);
    expect(beat.mock.calls.length).toBeGreaterThanOrEqual(2);
    beat.mockClear();
    const statement = Promise.withResolvers<void>();
    void transaction.note(statement.promise);
    await vi.advanceTimersByTimeAsync(10 * SILENCE_MS);
    expect(beat).not.toHaveBeenCalled();
    statement.resolve();
    await vi.advanceTimersByTimeAsync(SILENCE_MS - 1);
    expect(beat).toHaveBeenCalled();
  });

  test("ends a minute after the last statement, and with the transaction", async () => {
    const beat = vi.fn(() => Promise.reject(new Error("broken")));
    const heartbeat = new Heartbeat();
    const still = heartbeat.begin(beat);
    await vi.advanceTimersByTimeAsync(65_000);
    beat.mockClear();
    await vi.advanceTimersByTimeAsync(65_000);
    expect(beat).not.toHaveBeenCalled();
    still.end();
    heartbeat.begin(beat).end();
    await vi.advanceTimersByTimeAsync(65_000);
    expect(beat).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });
});
