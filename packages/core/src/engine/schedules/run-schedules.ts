import { nextRun } from "../../schema/index.ts";
import type { EngineOptions } from "../calls/engine-options.ts";
import { type ScheduledRule, scheduledRules, scheduleState } from "../engine-tables/schedules-table.ts";
import { runSchedule, type ScheduleRun } from "./run-schedule.ts";

/** What was due, and when something is again. */
export interface SchedulesRun {
  /** In the order of the definition. */
  readonly runs: readonly ScheduleRun[];
  /** Milliseconds since 1970-01-01T00:00:00Z; undefined where no rule runs by the clock. */
  readonly nextAt: number | undefined;
}

/** Runs the schedules that are due, one after the other: one with errors, or that throws, does not stop the others. */
export async function runSchedules(settings: EngineOptions): Promise<SchedulesRun> {
  const { definition, store, services } = settings;
  const rules = scheduledRules(definition);
  if (rules.length === 0) return { runs: [], nextAt: undefined };
  const states = await store.read((transaction) =>
    Promise.all(rules.map((rule) => scheduleState(transaction, rule, services.now()))),
  );
  const runs: ScheduleRun[] = [];
  const thrown: unknown[] = [];
  for (const rule of rules.filter((_, at) => states[at] !== "waiting")) {
    try {
      const run = await runSchedule(settings, rule);
      if (run !== undefined) runs.push(run);
    } catch (error) {
      thrown.push(error);
    }
  }
  if (thrown.length > 0) throw thrown[0];
  return { runs, nextAt: earliest(rules, services.now()) };
}

function earliest(rules: readonly ScheduledRule[], now: number): number | undefined {
  const next = rules.flatMap(({ schedule }) => nextRun(schedule, now) ?? []);
  return next.toSorted((a, b) => a - b)[0];
}
