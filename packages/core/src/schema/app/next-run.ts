import { Cron } from "croner";
import type { Schedule } from "./app-definition.ts";

/** The first instant of a schedule after another one, in milliseconds since 1970; undefined where there is none. */
export function nextRun(schedule: Pick<Schedule, "cron" | "zone">, after: number): number | undefined {
  const clock = clockOf(schedule);
  const { latest } = clock;
  if (latest !== undefined && latest.after <= after && after < latest.next) return latest.next;
  const next = clock.cron.nextRun(new Date(after))?.getTime();
  if (next !== undefined) clock.latest = { after, next };
  return next;
}

interface Clock {
  readonly cron: Cron;
  /** The answer given last: the same at any instant between the two. */
  latest?: { readonly after: number; readonly next: number };
}

/** Read once for each schedule: a worker asks again every half a minute. */
function clockOf(schedule: Pick<Schedule, "cron" | "zone">): Clock {
  const { cron, zone } = schedule;
  const clock = clocks.get(schedule) ?? { cron: new Cron(cron, { ...RULES, timezone: zone }) };
  clocks.set(schedule, clock);
  return clock;
}

const clocks = new WeakMap<object, Clock>();

/** Times of day run once a day each, also those that the clocks skip or repeat; a wildcard or a step runs all along. */
const RULES = { mode: "5-part", fixedTimeRule: "no-wildcard" } as const;
