import type { Engine, LogEntry } from "@tablewright/core";
import type { Clock } from "../delivery-options.ts";

/** What runs schedules has of the world outside, all of it handed in. */
export interface SchedulesOptions {
  /** The engine by the definition as it now is; its clock is `clock`. */
  readonly engine: () => Pick<Engine, "app" | "runSchedules">;
  readonly clock: Clock;
  /** Called when a rule has run, such as to send what it left in the outbox. */
  readonly whenRun?: () => void;
  readonly log?: (entry: LogEntry) => void;
}

/** Runs what is due by the clock until it is stopped. Any number of processes do so over one store, and each run is one's. */
export function startSchedules(options: SchedulesOptions): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const run = runUntil(stopping.signal, options);
  return {
    stop: () => {
      stopping.abort();
      return run;
    },
  };
}

async function runUntil(stopped: AbortSignal, options: SchedulesOptions): Promise<void> {
  const { engine, clock, whenRun = () => {}, log = () => {} } = options;
  let isStoreAway = false;
  while (!stopped.aborted) {
    const current = engine();
    const app = current.app.id;
    try {
      const { runs, nextAt = Number.POSITIVE_INFINITY } = await current.runSchedules();
      isStoreAway = false;
      for (const { rule, rows, diagnostics } of runs) {
        const [error] = diagnostics;
        if (error === undefined)
          log({ level: "info", message: "schedule run", details: { app, rule, rows } });
        else log({ level: "warning", message: "schedule failed", details: { app, rule, code: error.code } });
      }
      if (runs.length > 0) whenRun();
      await clock.sleep(Math.max(SHORTEST, Math.min(nextAt - clock.now(), LONGEST)), stopped);
    } catch (error) {
      const details = { app, reason: (error as Error).message };
      if (!isStoreAway) log({ level: "warning", message: "schedules could not be run", details });
      isStoreAway = true;
      await clock.sleep(AGAIN, stopped);
    }
  }
}

/** Milliseconds between two looks: the clock may be set and the definition changed in the meantime. */
const LONGEST = 30_000;
const SHORTEST = 10;
/** Milliseconds after a store did not answer. */
const AGAIN = 5_000;
