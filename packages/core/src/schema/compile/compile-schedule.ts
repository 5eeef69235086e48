import { Cron } from "croner";
import { zoneOf } from "../../values/index.ts";
import { checkOneOf } from "../../yaml/check-names.ts";
import type { DefinitionReport } from "../../yaml/definition-report.ts";
import type { Path } from "../../yaml/definition-source.ts";
import type { Schedule } from "../app/app-definition.ts";
import type { RuleShape } from "../text/definition-shape.ts";

/** When a rule runs by the clock; undefined for one that changes set off. */
export function compileSchedule(
  report: DefinitionReport,
  path: Path,
  { every, timezone, once = false }: RuleShape,
  ownTimezone: string,
): Schedule | undefined {
  checkOneOf(report, path, ["on", "every"], "name");
  if (every === undefined) {
    for (const member of ["timezone", "once"])
      if (report.source.has([...path, member]) && !report.source.has([...path, "every"]))
        report.report([...path, member], "definition/no-schedule", { member }, "name");
    return undefined;
  }
  const zone = zoneOf(timezone ?? ownTimezone);
  if (zone === undefined && timezone !== undefined) {
    const details = { actual: JSON.stringify(timezone), expected: "a time zone such as Europe/Berlin" };
    report.report([...path, "timezone"], "definition/wrong-value", details);
  }
  const schedule = { cron: every.trim(), zone: zone ?? "UTC", once };
  if (comesRound(schedule)) return schedule;
  report.report([...path, "every"], "definition/cron", { cron: every });
  return undefined;
}

/** Whether a cron expression can be read, and names a time that there is: never is February 30. */
function comesRound({ cron, zone }: Schedule): boolean {
  const isCron = cron.split(/\s+/).length === FIELDS || NICKNAME.test(cron);
  if (!isCron || cron.length > LONGEST) return false;
  try {
    return nextRun({ cron, zone }, 0) !== undefined;
  } catch {
    return false;
  }
}

const FIELDS = 5;
const LONGEST = 200;
const NICKNAME = /^@[a-z]+$/i;

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
