import { type AppDefinition, nextRun, type RuleDefinition, type Schedule } from "../../schema/index.ts";
import type { RowReader, WriteTransaction } from "../../storage/index.ts";
import { engineTable } from "../../storage/stored-table.ts";
import { putRow } from "./engine-table.ts";

/** A rule that runs by the clock. */
export type RuleWithSchedule = RuleDefinition & { readonly schedule: Schedule };

/** When each schedule ran last. */
export const schedulesTable = engineTable(
  "tablewright_schedules",
  { Rule: "text", Every: "text", At: "integer" },
  1,
);

export function scheduledRules({ rules }: AppDefinition): readonly RuleWithSchedule[] {
  return [...rules.values()].filter((rule) => rule.schedule !== undefined) as readonly RuleWithSchedule[];
}

/** Whether any rule runs by the clock. */
export function hasSchedules(app: AppDefinition): boolean {
  return scheduledRules(app).length > 0;
}

/** `new` is a schedule that begins now: it has not been seen before, is another one, or ran in the far future. */
export type ScheduleState = "new" | "waiting" | "due";

/** The state of a schedule at an instant. Runs that were missed since its last one make it due once. */
export async function scheduleState(
  reader: RowReader,
  { name, schedule }: RuleWithSchedule,
  now: number,
): Promise<ScheduleState> {
  const [entry] = await reader.getByKeys(schedulesTable.name, [[name]]);
  const [, every, last = null] = entry ?? [];
  if (last === null || every !== nameOf(schedule) || Number(last) > now + CLOCK_ERROR) return "new";
  const next = nextRun(schedule, Number(last));
  return next !== undefined && next <= now ? "due" : "waiting";
}

/** Notes that a schedule has run, or begins; whichever process comes next finds it not due. */
export async function markSchedule(
  writer: Pick<WriteTransaction, "insert" | "update">,
  { name, schedule }: RuleWithSchedule,
  at: number,
): Promise<void> {
  await putRow(writer, schedulesTable, [name, nameOf(schedule), at]);
}

function nameOf({ cron, zone }: Schedule): string {
  return `${cron} ${zone}`;
}

/** Further ahead than clocks of machines differ: the clock was wrong when the schedule ran. */
const CLOCK_ERROR = 86_400_000;
