import type { Engine } from "@tablewright/core";

/** A rule that runs by the clock. */
interface WrittenSchedule {
  readonly rule: string;
  readonly table: string;
  /** As the definition has it. */
  readonly every: string;
  readonly timezone: string;
  /** Whether it runs for the first of its rows alone. */
  readonly once: boolean;
}

/** The rules of an application that run by the clock, in the definition's order. */
export function schedulesOf({ rules }: Engine["app"]): readonly WrittenSchedule[] {
  return [...rules.values()].flatMap(({ name: rule, table, slice, schedule }) =>
    schedule === undefined
      ? []
      : [
          {
            rule,
            table: slice?.name ?? table.name,
            every: schedule.cron,
            timezone: schedule.zone,
            once: schedule.once,
          },
        ],
  );
}
